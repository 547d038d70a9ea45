// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Java's RPC programs over RDMA: services and clients written for dCache's oncrpc4j, on this project's transport.
 *
 * <pre>
 *   {@link RdmaRpcSvcBuilder}    replaces OncRpcSvcBuilder: the same services, programs, executor
 *   {@link RdmaRpcSvc}           the server: an event loop here, services on the executor
 *   {@link RdmaRpcClient}        replaces OncRpcClient: connect() gives RpcCall its transport
 *   {@link DdpRules}             items that travel by Read and Write chunks, a rule per procedure (RFC 8267)
 *   {@link RegisteredBuffer}     memory that is sent in place
 *
 *   incoming call          inline: copied from the Receive buffer --+
 *                          Read chunks: where RDMA READ put them ---+-- Xdr -- service
 *
 *   outgoing reply         heap: copied once, to registered memory --+
 *                          RegisteredBuffer, encoded shallow --------+-- inline, Write chunk, Reply chunk
 * </pre>
 *
 * <p>The inline bytes, at most a Receive buffer, are copied, so that the program cannot keep the buffer. The bytes of
 * Read chunks stay where they landed: {@code xdrDecodeByteBuffer} returns that memory, which is the service's until it
 * answers. {@code xdrDecodeDynamicOpaque} copies it once, into the {@code byte[]} that it returns.
 *
 * @since 0.1.0
 */
package org.rpcrdma.oncrpc4j;
