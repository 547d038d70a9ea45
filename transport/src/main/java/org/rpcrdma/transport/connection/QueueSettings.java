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
 * The settings of the queues of an endpoint's connections. Immutable.
 *
 * @param device       the device.
 * @param domain       the protection domain of the queue pairs.
 * @param loop         the event loop that handles the queues' completions.
 * @param batch        the batch into which completions are polled; only one connection at a time uses it.
 * @param sendDepth    the maximum number of outstanding send work requests.
 * @param receiveDepth the maximum number of outstanding Receives.
 * @param sendElements the maximum number of elements per send work request.
 * @param shared       the Receives that all connections share, or null if each connection has its own Receives.
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

    /** A shared receive queue and the completion queue for its Receives. */
    public record SharedQueue(SharedReceiveQueue receives, CompletionQueue completions) {}

    /** Returns a copy of these settings with a shared receive queue. */
    public QueueSettings sharing(final SharedQueue queue) {
        return new QueueSettings(device, domain, loop, batch, sendDepth, receiveDepth, sendElements, queue);
    }

    /** Returns the attributes of a queue pair that has its own send queue. */
    QueuePairAttributes attributes(final CompletionQueue sends, final CompletionQueue ownReceives) {
        return shared == null
                ? new QueuePairAttributes(sends, ownReceives, sendDepth, receiveDepth, sendElements)
                : new QueuePairAttributes(sends, shared.completions, sendDepth, receiveDepth, sendElements)
                        .withSharedReceiveQueue(shared.receives);
    }
}
