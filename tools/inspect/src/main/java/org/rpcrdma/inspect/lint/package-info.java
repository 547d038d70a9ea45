// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Checks the RPC-over-RDMA messages of a capture against RFC 8166, 8797 and 8167: {@code rpcrdma lint}.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.inspect.lint;
