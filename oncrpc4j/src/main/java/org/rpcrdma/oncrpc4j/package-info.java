// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Java's RPC programs over RDMA: services and clients written for dCache's oncrpc4j, on this project's transport.
 *
 * <pre>
 *   {@link org.rpcrdma.oncrpc4j.RdmaRpcSvcBuilder}   in the place of OncRpcSvcBuilder: the same services, programs, executor
 *   {@link org.rpcrdma.oncrpc4j.RdmaRpcSvc}          the server: an event loop here, services on the executor
 *   {@link org.rpcrdma.oncrpc4j.RdmaRpcClient}       in the place of OncRpcClient: connect() gives the RpcTransport of RpcCall
 *   {@link org.rpcrdma.oncrpc4j.DdpRules}            what goes by Read and Write chunks, a rule a procedure (RFC 8267)
 *   {@link org.rpcrdma.oncrpc4j.RegisteredBuffer}    memory that goes out from its place
 *
 *   a call's way in      Receive buffer -- inline bytes copied --&gt;  Xdr  &lt;-- Read chunks, in place    --&gt; service
 *   an answer's way out  byte[] and heap -- copied once --&gt; registered memory -- inline, Write, Reply chunk --&gt; wire
 *                        RegisteredBuffer, encoded shallow -- in place -------- inline, Write, Reply chunk --&gt; wire
 * </pre>
 *
 * <p>The inline bytes, at most a Receive buffer, are copied so that the Receive buffer's life is not the program's. What
 * Read chunks bring stays where RDMA READ put it: {@code xdrDecodeByteBuffer} returns that memory, which is the
 * service's until it answers. {@code xdrDecodeDynamicOpaque} copies it once, into the {@code byte[]} that it returns.
 *
 * @since 0.1.0
 */
package org.rpcrdma.oncrpc4j;
