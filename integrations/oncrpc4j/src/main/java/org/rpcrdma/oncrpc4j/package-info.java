// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs Java RPC programs over RDMA. Services and clients written for dCache's oncrpc4j use this project's transport.
 *
 * <pre>
 *   {@link RdmaRpcSvcBuilder}    replaces OncRpcSvcBuilder: the same services, programs, executor
 *   {@link RdmaRpcSvc}           the server: runs an event loop, and services on the executor
 *   {@link RdmaRpcClient}        replaces OncRpcClient: connect() returns RpcCall's transport
 *   {@link DdpRules}             the items that travel in Read and Write chunks, one rule per procedure (RFC 8267)
 *   {@link RegisteredBuffer}     memory from which data is sent in place
 *
 *   incoming call          inline: copied from the Receive buffer --+
 *                          Read chunks: where RDMA READ put them ---+-- Xdr -- service
 *
 *   outgoing reply         heap: copied once, to registered memory --+
 *                          RegisteredBuffer, encoded shallow --------+-- inline, Write chunk, Reply chunk
 * </pre>
 *
 * <p>Inline bytes, which fit in a Receive buffer, are copied so that the program cannot retain the buffer. The bytes of
 * Read chunks stay where they were received. {@code xdrDecodeByteBuffer} returns this memory, which the service may use
 * until it answers. {@code xdrDecodeDynamicOpaque} copies it once, into the {@code byte[]} that it returns.
 *
 * @since 0.1.0
 */
package org.rpcrdma.oncrpc4j;
