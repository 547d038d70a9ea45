// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.XrcDomain;

/** The shared receive queues of a device, those for XRC by their numbers of 24 bits, and its XRC domains. */
final class SharedReceiveQueues {
    private static final int NUMBERS = 1 << 24;

    private final SimulatedDevice device;
    private final Int2ObjectHashMap<SimulatedSharedReceiveQueue> numbered = new Int2ObjectHashMap<>();
    private int nextNumber = 1;
    private int sharedQueues;
    private int xrcDomains;

    SharedReceiveQueues(final SimulatedDevice device) {
        this.device = device;
    }

    int size() {
        return sharedQueues;
    }

    int xrcDomains() {
        return xrcDomains;
    }

    SimulatedXrcDomain openXrcDomain() {
        DeviceLimits.require(device.attributes(), DeviceCapability.XRC);
        xrcDomains++;
        return new SimulatedXrcDomain(this);
    }

    SimulatedSharedReceiveQueue create(final DomainUse domain, final SharedReceiveQueueAttributes attributes) {
        final DeviceAttributes limits = device.attributes();
        DeviceLimits.require(limits, DeviceCapability.SHARED_RECEIVE_QUEUE);
        DeviceLimits.check("maxWr", attributes.maxWr(), limits.maxSrqWr());
        DeviceLimits.check("maxSge", attributes.maxSge(), limits.maxSge());
        if ((attributes.xrcDomain() == null) != (attributes.queue() == null)) {
            throw new VerbsException(Errno.EINVAL, "an XRC domain and a completion queue go together: " + attributes);
        }
        final SimulatedSharedReceiveQueue queue =
                attributes.xrcDomain() == null ? newPlain(domain, attributes) : newForXrc(domain, attributes);
        sharedQueues++;
        domain.addSharedReceiveQueue();
        return queue;
    }

    private SimulatedSharedReceiveQueue newPlain(
            final DomainUse domain, final SharedReceiveQueueAttributes attributes) {
        return new SimulatedSharedReceiveQueue(this, device, domain, attributes.maxWr(), attributes.maxSge(), null);
    }

    private SimulatedSharedReceiveQueue newForXrc(
            final DomainUse domain, final SharedReceiveQueueAttributes attributes) {
        final SimulatedXrcDomain xrcDomain = own(attributes.xrcDomain());
        final SimulatedCompletionQueue completions = device.completionQueues().own(attributes.queue());
        final XrcService service = new XrcService(xrcDomain, completions, takeNumber());
        final SimulatedSharedReceiveQueue queue =
                new SimulatedSharedReceiveQueue(this, device, domain, attributes.maxWr(), attributes.maxSge(), service);
        xrcDomain.addSharedQueue();
        completions.addUser(queue);
        numbered.put(service.number(), queue);
        return queue;
    }

    /** Numbers go round, so that one just given back is not used again soon. */
    private int takeNumber() {
        if (numbered.size() == NUMBERS - 1) {
            throw new VerbsException(Errno.ENOMEM, "no shared receive queue number left: limit=" + NUMBERS);
        }
        while (nextNumber == 0 || numbered.containsKey(nextNumber)) {
            nextNumber = (nextNumber + 1) % NUMBERS;
        }
        final int number = nextNumber;
        nextNumber = (nextNumber + 1) % NUMBERS;
        return number;
    }

    /** The queue that an XRC domain has under a number, or null. */
    SimulatedSharedReceiveQueue find(final SimulatedXrcDomain domain, final int number) {
        final SimulatedSharedReceiveQueue queue = numbered.get(number);
        return queue != null && queue.service().domain() == domain ? queue : null;
    }

    /** Refuses an XRC domain that is not an open one of the device's. */
    SimulatedXrcDomain own(final XrcDomain domain) {
        if (!(domain instanceof SimulatedXrcDomain) || ((SimulatedXrcDomain) domain).owner() != this) {
            throw new VerbsException(Errno.EINVAL, "XRC domain is not one of the device's: device=" + device.name());
        }
        final SimulatedXrcDomain own = (SimulatedXrcDomain) domain;
        own.checkOpen();
        return own;
    }

    /** Refuses a shared receive queue that is not an open one of the device's. */
    SimulatedSharedReceiveQueue own(final SharedReceiveQueue queue) {
        if (!(queue instanceof SimulatedSharedReceiveQueue)
                || ((SimulatedSharedReceiveQueue) queue).device() != device) {
            throw new VerbsException(
                    Errno.EINVAL, "shared receive queue is not one of the device's: device=" + device.name());
        }
        final SimulatedSharedReceiveQueue own = (SimulatedSharedReceiveQueue) queue;
        own.checkOpen();
        return own;
    }

    void remove(final SimulatedSharedReceiveQueue queue) {
        final XrcService service = queue.service();
        if (service != null) {
            numbered.remove(service.number());
            service.completions().removeUser(queue);
            service.domain().removeSharedQueue(service.number());
        }
        sharedQueues--;
        queue.domain().removeSharedReceiveQueue(queue);
    }

    void removeXrcDomain() {
        xrcDomains--;
    }
}
