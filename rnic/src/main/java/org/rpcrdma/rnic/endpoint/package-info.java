// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: queue pairs. A {@link org.rpcrdma.rnic.endpoint.RnicQueuePair} has a state, and in each life, from
 * RESET to RESET, a {@link org.rpcrdma.rnic.endpoint.QueuePairLife}: the queues and the two halves of the transport.
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
 * <p>The way of a packet that arrives: {@link org.rpcrdma.rnic.endpoint.RnicQueuePair#receive} drops packets that
 * are not for this life or not from the peer; answers go to the {@link org.rpcrdma.rnic.requester.Requester}, requests
 * to the {@link org.rpcrdma.rnic.responder.RequestTaker}. Those two never meet, and know the queue pair as {@link
 * org.rpcrdma.rnic.transmit.QueuePairEvents} only: something failed, the send queue is drained, an event is to be
 * raised. The queue pair answers a failure by flushing both.
 */
package org.rpcrdma.rnic.endpoint;
