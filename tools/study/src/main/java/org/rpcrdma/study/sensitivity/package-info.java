// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Varies the assumptions of a comparison one at a time, each within its uncertainty, and shows the effect on the
 * result: {@code rpcrdma sensitivity}.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.study.sensitivity;
