// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Varies each assumption of a comparison within its uncertainty, one at a time, and shows the effect on the answer:
 * {@code rpcrdma sensitivity}.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.study.sensitivity;
