// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * An NFS version 4.1 client over RPC-over-RDMA, as an example of calls in the reverse direction.
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.example.nfs41;
