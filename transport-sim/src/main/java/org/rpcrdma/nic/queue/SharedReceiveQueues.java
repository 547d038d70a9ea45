// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.config.FaultyCall;
import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.DeviceLimits;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.XrcDomain;

/** The shared receive queues of a device, those for XRC by their numbers of 24 bits, and its XRC domains. */
public final class SharedReceiveQueues {
    private static final int NUMBERS = 1 << 24;

    private final DeviceProfile device;
    private final ContextMemory contexts;
    private final PostingCosts doorbells;
    private final CallFaults callFaults;
    private final AsyncEvents asyncEvents;
    private final CompletionQueues completionQueues;
    private final Int2ObjectHashMap<SimulatedSharedReceiveQueue> numbered = new Int2ObjectHashMap<>();
    private int nextNumber = 1;
    private int sharedQueues;
    private int xrcDomains;

    public SharedReceiveQueues(
            final DeviceProfile device,
            final ContextMemory contexts,
            final PostingCosts doorbells,
            final CallFaults callFaults,
            final AsyncEvents asyncEvents,
            final CompletionQueues completionQueues) {
        this.device = device;
        this.contexts = contexts;
        this.doorbells = doorbells;
        this.callFaults = callFaults;
        this.asyncEvents = asyncEvents;
        this.completionQueues = completionQueues;
    }

    DeviceProfile device() {
        return device;
    }

    ContextMemory contexts() {
        return contexts;
    }

    /** Charges a post of Receives, or lets it fail on demand; returns when the Receives can be used. */
    long ringDoorbell() {
        callFaults.countPost(FaultyCall.RECEIVE);
        return doorbells.ringDoorbell();
    }

    /** Raises an event of a queue. */
    void raise(final AsyncEventType event, final SimulatedSharedReceiveQueue queue) {
        asyncEvents.raise(event, queue);
    }

    /** Returns the number of open queues. */
    public int size() {
        return sharedQueues;
    }

    public int xrcDomains() {
        return xrcDomains;
    }

    public SimulatedXrcDomain openXrcDomain() {
        DeviceLimits.require(device.attributes(), DeviceCapability.XRC);
        xrcDomains++;
        return new SimulatedXrcDomain(this);
    }

    public SimulatedSharedReceiveQueue create(final DomainUse domain, final SharedReceiveQueueAttributes attributes) {
        check(attributes);
        sharedQueues++;
        domain.addSharedReceiveQueue();
        return new SimulatedSharedReceiveQueue(this, domain, attributes.maxWr(), attributes.maxSge(), null);
    }

    private void check(final SharedReceiveQueueAttributes attributes) {
        final DeviceAttributes limits = device.attributes();
        DeviceLimits.require(limits, DeviceCapability.SHARED_RECEIVE_QUEUE);
        DeviceLimits.check("maxWr", attributes.maxWr(), limits.maxSrqWr());
        DeviceLimits.check("maxSge", attributes.maxSge(), limits.maxSge());
    }

    public SimulatedSharedReceiveQueue createForXrc(
            final DomainUse domain,
            final SharedReceiveQueueAttributes attributes,
            final XrcDomain xrc,
            final CompletionQueue completionQueue) {
        check(attributes);
        if (xrc == null || completionQueue == null) {
            throw new VerbsException(
                    Errno.EINVAL, "shared receive queue of XRC needs an XRC domain and a completion queue");
        }
        final SimulatedXrcDomain xrcDomain = own(xrc);
        final SimulatedCompletionQueue completions = completionQueues.own(completionQueue);
        final XrcService service = new XrcService(xrcDomain, completions, takeNumber());
        final SimulatedSharedReceiveQueue queue =
                new SimulatedSharedReceiveQueue(this, domain, attributes.maxWr(), attributes.maxSge(), service);
        xrcDomain.addSharedQueue();
        completions.addUser(queue);
        numbered.put(service.number(), queue);
        sharedQueues++;
        domain.addSharedReceiveQueue();
        return queue;
    }

    /** Takes the next free number, round and round, so that one just given back is not used again soon. */
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

    /** Returns the queue that an XRC domain has under a number, or null. */
    SimulatedSharedReceiveQueue find(final SimulatedXrcDomain domain, final int number) {
        final SimulatedSharedReceiveQueue queue = numbered.get(number);
        return queue != null && queue.service().domain() == domain ? queue : null;
    }

    /**
     * Returns the XRC domain that an application means.
     *
     * @throws VerbsException EINVAL if it is another device's or closed.
     */
    public SimulatedXrcDomain own(final XrcDomain domain) {
        if (!(domain instanceof SimulatedXrcDomain) || ((SimulatedXrcDomain) domain).owner() != this) {
            throw new VerbsException(Errno.EINVAL, "XRC domain is not one of the device's: device=" + device.name());
        }
        final SimulatedXrcDomain own = (SimulatedXrcDomain) domain;
        own.checkOpen();
        return own;
    }

    /**
     * Returns the shared receive queue that an application means.
     *
     * @throws VerbsException EINVAL if it is another device's or closed.
     */
    public SimulatedSharedReceiveQueue own(final SharedReceiveQueue queue) {
        if (!(queue instanceof SimulatedSharedReceiveQueue) || ((SimulatedSharedReceiveQueue) queue).owner() != this) {
            throw new VerbsException(
                    Errno.EINVAL, "shared receive queue is not one of the device's: device=" + device.name());
        }
        final SimulatedSharedReceiveQueue own = (SimulatedSharedReceiveQueue) queue;
        own.checkOpen();
        return own;
    }

    void remove(final SimulatedSharedReceiveQueue queue) {
        asyncEvents.forget(queue);
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
