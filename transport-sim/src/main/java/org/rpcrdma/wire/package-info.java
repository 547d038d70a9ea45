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
 * What travels inside a Send, as flyweights over Agrona buffers: RPC-over-RDMA version 1 transport headers (RFC 8166), ONC RPC
 * call and reply words (RFC 5531), and the private data of connection events (RFC 8797).
 *
 * <p>A flyweight is made once, wrapped around message after message and read in place: nothing is copied and nothing is
 * allocated. Wrapping validates everything that the accessors read later, so hostile bytes end in a status, never in an exception
 * or a read outside the message. All words are big endian.
 */
package org.rpcrdma.wire;
