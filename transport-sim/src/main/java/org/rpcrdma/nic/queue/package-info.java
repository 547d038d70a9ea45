// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the queues of a simulated device. Work requests are staged in chains and posted to rings of columns; completions
 * go through a ring to the program, whose handler an event wakes.
 *
 * <pre>
 * {@link org.rpcrdma.nic.queue.SendChain}    -&gt; {@link org.rpcrdma.nic.queue.SendQueue}    -&gt; requester -.
 * {@link org.rpcrdma.nic.queue.ReceiveChain} -&gt; {@link org.rpcrdma.nic.queue.ReceiveQueue} -&gt; responder -+-&gt; {@link org.rpcrdma.nic.queue.SimulatedCompletionQueue}
 *                           SharedReceives -'
 * </pre>
 *
 * <p>{@link org.rpcrdma.nic.queue.RequestElements} is the local memory that posted requests name.
 */
package org.rpcrdma.nic.queue;
