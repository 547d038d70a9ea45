// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: queue pairs. A {@link org.rpcrdma.rnic.endpoint.RnicQueuePair} has a state and, except in RESET, a {@link
 * org.rpcrdma.rnic.endpoint.QueuePairLife}: the queues and the two halves of the transport.
 *
 * <pre>
 *              post                               packets                        peer's device
 * application ------> SendPosting --> Requester ============> link ============> RnicQueuePair
 *                                     ^    |  events                              |  receive
 *                                     |    v                                      v
 *                         answers ----+  RnicQueuePair                    RequestTaker (Responder, ...)
 *                                        (QueuePairEvents)                        |  answers
 *                                                                 link <==========+
 * </pre>
 *
 * <p>An arriving packet is processed as follows: {@link org.rpcrdma.rnic.endpoint.RnicQueuePair#receive} drops packets
 * that are not intended for this life or do not come from the peer. It passes answers to the {@link
 * org.rpcrdma.rnic.requester.Requester} and requests to the {@link org.rpcrdma.rnic.responder.RequestTaker}. Requester
 * and RequestTaker do not depend on each other. They report a failure, the end of a drain, or an event to raise only
 * through {@link org.rpcrdma.rnic.transmit.QueuePairEvents}, which the queue pair implements. After a failure, the
 * queue pair flushes both.
 */
package org.rpcrdma.rnic.endpoint;
