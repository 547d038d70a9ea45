// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the queues of a device. Work requests are staged in chains and posted to rings. Completions pass through a
 * ring to the program, and an event calls the program's handler.
 *
 * <pre>
 * SendChain    -&gt; SendQueue    -&gt; requester -.
 * ReceiveChain -&gt; ReceiveQueue -&gt; responder -+-&gt; RnicCompletionQueue
 *                 SharedReceiveRing         -'
 * </pre>
 *
 * <p>{@link org.rpcrdma.rnic.queue.RequestElements} holds the local memory of posted requests.
 */
package org.rpcrdma.rnic.queue;
