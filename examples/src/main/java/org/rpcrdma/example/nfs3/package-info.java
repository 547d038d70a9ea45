// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * An NFS version 3 server, which serves a directory of the host over RPC-over-RDMA and is an example of how to use the
 * transport.
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.example.nfs3;
