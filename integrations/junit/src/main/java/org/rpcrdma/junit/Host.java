// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import org.rpcrdma.rnic.DeviceResources;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.VerbsException;

/**
 * A device and the objects that the extension opened on it. The test may close some of these objects and open others.
 */
final class Host {
    final SimulatedDevice device;
    final EventLoop loop;
    final ProtectionDomain domain;
    /** The host's queue pair of a loopback pair; null until the pair exists. */
    QueuePair queuePair;

    private CompletionQueue sendQueue;
    private CompletionQueue receiveQueue;

    Host(final SimulatedDevice device) {
        this.device = device;
        loop = device.newEventLoop();
        domain = device.allocateProtectionDomain();
    }

    void createQueuePair(final int queueDepth, final int maxSendSge) {
        sendQueue = device.createCompletionQueue(queueDepth, loop, ready -> {});
        receiveQueue = device.createCompletionQueue(queueDepth, loop, ready -> {});
        queuePair = device.connections()
                .createQueuePair(
                        domain, new QueuePairAttributes(sendQueue, receiveQueue, queueDepth, queueDepth, maxSendSge));
    }

    LoopbackEndpoint endpoint(final Connection connection) {
        return new LoopbackEndpoint(device, loop, domain, sendQueue, receiveQueue, queuePair, connection);
    }

    void closeQueuePair() {
        close(queuePair);
    }

    /**
     * Closes the objects that the extension opened. An object stays open if an object that the test left open still
     * uses it.
     *
     * @return the objects that the test left open.
     */
    DeviceResources close() {
        final int queuesNeeded = close(sendQueue) + close(receiveQueue);
        final int domainsNeeded = close(domain);
        final DeviceResources open = device.resources();
        close(device);
        return open.without(domainsNeeded, queuesNeeded);
    }

    /**
     * Closes a resource, which may be null or already closed. Returns 1 if the resource is still in use, otherwise 0.
     */
    static int close(final AutoCloseable object) {
        try {
            if (object != null) {
                object.close();
            }
            return 0;
        } catch (final VerbsException e) {
            if (e.errno() == Errno.EBUSY || e.errno() == Errno.EINVAL) {
                return e.errno() == Errno.EBUSY ? 1 : 0;
            }
            throw e;
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
