// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;

/**
 * One side of a {@link LoopbackPair}: a queue pair with its completion queues and its connection. The extension closes
 * them after the test; the test may close any of them earlier.
 *
 * @param device           the side's device.
 * @param loop             an event loop of the device, to which the completion queues and the connection belong.
 * @param protectionDomain the domain of the queue pair.
 * @param sendQueue        the completion queue of sends, large enough for all outstanding requests. Poll it; no
 *                         completion events are delivered.
 * @param receiveQueue     the completion queue of Receives, large enough for all outstanding requests. Poll it; no
 *                         completion events are delivered.
 * @param queuePair        the queue pair, which is connected to the other side's queue pair and in the state RTS; no
 *                         Receive is posted.
 * @param connection       this side of the connection, established.
 */
public record LoopbackEndpoint(
        SimulatedDevice device,
        EventLoop loop,
        ProtectionDomain protectionDomain,
        CompletionQueue sendQueue,
        CompletionQueue receiveQueue,
        QueuePair queuePair,
        Connection connection) {}
