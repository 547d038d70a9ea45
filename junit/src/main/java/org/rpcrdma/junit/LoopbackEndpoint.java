// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;

/**
 * One side of a {@link LoopbackPair}: a queue pair with its completion queues and its connection. They are
 * closed after the test, which may close any of them before.
 */
public final class LoopbackEndpoint {
    private final Host host;
    private final CompletionQueue sendQueue;
    private final CompletionQueue receiveQueue;
    private final QueuePair queuePair;
    private final Connection connection;

    LoopbackEndpoint(
            final Host host,
            final CompletionQueue sendQueue,
            final CompletionQueue receiveQueue,
            final QueuePair queuePair,
            final Connection connection) {
        this.host = host;
        this.sendQueue = sendQueue;
        this.receiveQueue = receiveQueue;
        this.queuePair = queuePair;
        this.connection = connection;
    }

    /**
     * Returns the side's device.
     *
     * @return the device.
     */
    public SimulatedDevice device() {
        return host.device;
    }

    /**
     * Returns the event loop that the completion queues and the connection belong to.
     *
     * @return the loop, one of the device's.
     */
    public EventLoop loop() {
        return host.loop;
    }

    /**
     * Returns the domain of the queue pair.
     *
     * @return the domain.
     */
    public ProtectionDomain protectionDomain() {
        return host.domain;
    }

    /**
     * Returns the completion queue of sends. Poll it; no completion events are delivered.
     *
     * @return the queue, with room for all that can be outstanding.
     */
    public CompletionQueue sendQueue() {
        return sendQueue;
    }

    /**
     * Returns the completion queue of Receives. Poll it; no completion events are delivered.
     *
     * @return the queue, with room for all that can be outstanding.
     */
    public CompletionQueue receiveQueue() {
        return receiveQueue;
    }

    /**
     * Returns the queue pair, connected to the other side's: it is in the state RTS, and no Receive is posted.
     *
     * @return the queue pair.
     */
    public QueuePair queuePair() {
        return queuePair;
    }

    /**
     * Returns this side of the connection.
     *
     * @return the connection, established.
     */
    public Connection connection() {
        return connection;
    }
}
