// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Connections managed by librdmacm: requests, acceptance, rejection, and the state changes of queue pairs.
 *
 * <pre>
 *   IbvConnectionManager   listens and connects at the device's addresses
 *     IbvListener          one identifier for each address; passes requests to the handler
 *     IbvConnectionRequest a peer's request until it is answered
 *     IbvConnection        one side of a connection, until its queue pair is closed
 *     ConnectionFields     struct rdma_conn_param
 * </pre>
 *
 * <p>Internal: only for this artifact's packages. May change at any time.
 */
package org.rpcrdma.ibverbs.connect;
