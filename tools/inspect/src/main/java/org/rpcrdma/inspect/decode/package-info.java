// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Prints the RPC-over-RDMA messages in a capture, one per line: {@code rpcrdma decode}.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.inspect.decode;
