/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
/**
 * RPC-over-RDMA endpoints: the server's part of Linux's svcrdma and the client's part of xprtrdma, over the verbs contract.
 *
 * <p>A {@link org.rpcrdma.transport.RpcRdmaServer} posts one Receive per credit out of a connection's receive arena and hands
 * calls in place to an {@link org.rpcrdma.transport.RpcService}. A {@link org.rpcrdma.transport.RpcRdmaClient} registers
 * chunk memory with fast-register regions, or what else the device has, and matches replies to calls by transaction id.
 *
 * <p>Protocol: RFC 8166 (RPC-over-RDMA version 1) and RFC 8797 (connection private data).
 */
package org.rpcrdma.transport;
