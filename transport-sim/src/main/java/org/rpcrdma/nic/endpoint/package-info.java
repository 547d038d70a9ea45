// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: queue pairs. A {@link org.rpcrdma.nic.endpoint.SimulatedQueuePair} has a state, and in each life, from
 * RESET to RESET, a {@link org.rpcrdma.nic.endpoint.QueuePairLife}: the queues and the two halves of the transport.
 *
 * <pre>
 *              post                               packets                        peer's device
 * application ------> SendPosting --> Requester ============> link ============> SimulatedQueuePair
 *                                     ^    |  events                              |  receive
 *                                     |    v                                      v
 *                         answers ----+  SimulatedQueuePair                    RequestTaker (Responder, ...)
 *                                        (QueuePairEvents)                        |  answers
 *                                                                 link <==========+
 * </pre>
 *
 * <p>The way of a packet that arrives: {@link org.rpcrdma.nic.endpoint.SimulatedQueuePair#receive} drops packets that
 * are not for this life or not from the peer; answers go to the {@link org.rpcrdma.nic.requester.Requester}, requests
 * to the {@link org.rpcrdma.nic.responder.RequestTaker}. Those two never meet, and know the queue pair as {@link
 * org.rpcrdma.nic.transmit.QueuePairEvents} only: something failed, the send queue is drained, an event is to be
 * raised. The queue pair answers a failure by flushing both.
 */
package org.rpcrdma.nic.endpoint;
