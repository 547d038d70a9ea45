// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Summarizes the connections in a capture: {@code rpcrdma explain}.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.inspect.explain;
