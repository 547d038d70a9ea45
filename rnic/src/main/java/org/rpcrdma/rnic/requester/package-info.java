// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the requesting half of a queue pair. A {@link org.rpcrdma.rnic.requester.Requester} executes a send queue
 * in order.
 *
 * <pre>
 * turn on the link --> Requester --> RequestSender --> packets, each with a PSN of the SendSequence
 *                                --> LocalOperations (registrations, invalidations, copies: no packet)
 * ACK, NAK, RNR NAK -> Requester --> SendSequence: acknowledged, or back to the PSN that the peer expects (RetryTimer)
 * READ response ----> Requester --> PendingReads, memory, a Landing
 *                                --> SendCompletions, in order
 * </pre>
 *
 * <p>{@link org.rpcrdma.rnic.requester.SendPosting} rejects invalid requests before they reach the queue.
 */
package org.rpcrdma.rnic.requester;
