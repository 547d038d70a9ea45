// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.host.AsyncEvents;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;

/** Creates a device's shared receive queues, and resolves them for queue pairs. */
public final class SharedReceiveQueues {

    private final DeviceProfile device;
    private final NicCaches contexts;
    private final Doorbell doorbell;
    private final AsyncEvents asyncEvents;
    private int sharedQueues;

    public SharedReceiveQueues(
            final DeviceProfile device,
            final NicCaches contexts,
            final Doorbell doorbell,
            final AsyncEvents asyncEvents) {
        this.device = device;
        this.contexts = contexts;
        this.doorbell = doorbell;
        this.asyncEvents = asyncEvents;
    }

    DeviceProfile device() {
        return device;
    }

    NicCaches contexts() {
        return contexts;
    }

    /**
     * Charges a post of Receives. Throws an exception if a fault is armed. Returns the time, in ns, at which the
     * Receives become usable.
     */
    long ringDoorbell() {
        doorbell.count(FaultyCall.RECEIVE);
        return doorbell.ring(false);
    }

    /** Raises an asynchronous event for a queue. */
    void raise(final AsyncEventType event, final RnicSharedReceiveQueue queue) {
        asyncEvents.raise(event, queue);
    }

    /** Returns the number of open queues. */
    public int size() {
        return sharedQueues;
    }

    public RnicSharedReceiveQueue create(final DomainUse domain, final SharedReceiveQueueAttributes attributes) {
        check(attributes);
        sharedQueues++;
        domain.addSharedReceiveQueue();
        return new RnicSharedReceiveQueue(this, domain, attributes.maxWr(), attributes.maxSge());
    }

    private void check(final SharedReceiveQueueAttributes attributes) {
        final DeviceAttributes limits = device.attributes();
        DeviceLimits.require(limits, DeviceCapability.SHARED_RECEIVE_QUEUE);
        DeviceLimits.check("maxWr", attributes.maxWr(), limits.maxSrqWr());
        DeviceLimits.check("maxSge", attributes.maxSge(), limits.maxSge());
    }

    /**
     * Casts an application's queue to an open shared receive queue of this device.
     *
     * @throws VerbsException EINVAL if the queue is closed or belongs to another device.
     */
    public RnicSharedReceiveQueue own(final SharedReceiveQueue queue) {
        if (!(queue instanceof RnicSharedReceiveQueue) || ((RnicSharedReceiveQueue) queue).owner() != this) {
            throw new VerbsException(
                    Errno.EINVAL, "shared receive queue belongs to another device: device=" + device.name());
        }
        final RnicSharedReceiveQueue own = (RnicSharedReceiveQueue) queue;
        own.checkOpen();
        return own;
    }

    void remove(final RnicSharedReceiveQueue queue) {
        asyncEvents.forget(queue);
        sharedQueues--;
        queue.domain().removeSharedReceiveQueue();
    }
}
