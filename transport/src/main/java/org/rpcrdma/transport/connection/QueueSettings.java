// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SharedReceiveQueue;

/**
 * The queues of an endpoint's connections, which are alike.
 *
 * @param device       the device that makes them.
 * @param domain       the protection domain of the queue pairs.
 * @param loop         the event loop that their completions are handled on.
 * @param batch        completions that are polled together; one connection at a time uses it.
 * @param sendDepth    send work requests outstanding at most.
 * @param receiveDepth Receives outstanding at most.
 * @param sendElements elements of a send work request at most.
 * @param shared       the Receives that all connections take from; null if each has its own.
 */
public record QueueSettings(
        Device device,
        ProtectionDomain domain,
        EventLoop loop,
        Completions batch,
        int sendDepth,
        int receiveDepth,
        int sendElements,
        SharedQueue shared) {

    /** A shared receive queue, and the completion queue that reports all its Receives. */
    public record SharedQueue(SharedReceiveQueue receives, CompletionQueue completions) {}

    /** Returns the same, but for Receives that all connections take from one queue. */
    public QueueSettings sharing(final SharedQueue queue) {
        return new QueueSettings(device, domain, loop, batch, sendDepth, receiveDepth, sendElements, queue);
    }

    /** Returns the attributes of a queue pair with its own send queue. */
    QueuePairAttributes attributes(final CompletionQueue sends, final CompletionQueue ownReceives) {
        return shared == null
                ? new QueuePairAttributes(sends, ownReceives, sendDepth, receiveDepth, sendElements)
                : new QueuePairAttributes(sends, shared.completions, sendDepth, receiveDepth, sendElements)
                        .withSharedReceiveQueue(shared.receives);
    }
}
