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
 * One side of a {@link LoopbackPair}: a queue pair, its completion queues and its connection. The extension closes them
 * after the test; the test may close any of them earlier.
 *
 * @param device           the device on this side.
 * @param loop             the device's event loop, to which the completion queues and the connection belong.
 * @param protectionDomain the queue pair's protection domain.
 * @param sendQueue the completion queue for sends. It is large enough for all outstanding work requests. Poll it; no
 *                         completion events are delivered.
 * @param receiveQueue the completion queue for Receives. It is large enough for all outstanding work requests. Poll it;
 *                         no completion events are delivered.
 * @param queuePair        the queue pair. It is connected to the other side and in state RTS; no Receive is posted.
 * @param connection       this side of the established connection.
 */
public record LoopbackEndpoint(
        SimulatedDevice device,
        EventLoop loop,
        ProtectionDomain protectionDomain,
        CompletionQueue sendQueue,
        CompletionQueue receiveQueue,
        QueuePair queuePair,
        Connection connection) {}
