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
 * Connections by librdmacm: requests, acceptance, rejection, and the way of a queue pair through its states.
 *
 * <pre>
 *   IbvConnectionManager   listens and connects at the device's addresses
 *     IbvListener          one identifier for each address; hands out requests
 *     IbvConnectionRequest a peer's request until it is answered
 *     IbvConnection        one side of a connection, until its queue pair is closed
 *     ConnectionFields     struct rdma_conn_param
 * </pre>
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.ibverbs.connect;
