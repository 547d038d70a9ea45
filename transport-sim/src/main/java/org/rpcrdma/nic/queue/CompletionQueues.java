// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.DeviceLimits;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.nic.host.Task;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/** The completion queues of a device. */
public final class CompletionQueues {
    private final DeviceProfile device;
    private final Simulation simulation;
    private final HostProcessors processors;
    private final AsyncEvents asyncEvents;
    private final HostMemory memory;
    private final CompletionListener listener;
    private final CompletionCosts costs;
    private final CompletionEntry entry = new CompletionEntry();
    private int open;

    public CompletionQueues(
            final DeviceProfile device,
            final Simulation simulation,
            final HostProcessors processors,
            final AsyncEvents asyncEvents,
            final HostMemory memory,
            final CompletionListener listener) {
        this.device = device;
        this.simulation = simulation;
        this.processors = processors;
        this.asyncEvents = asyncEvents;
        this.memory = memory;
        this.listener = listener;
        costs = new CompletionCosts(device.costs(), processors);
    }

    public SimulatedCompletionQueue create(
            final CompletionQueueAttributes wanted, final EventLoop loop, final CompletionHandler handler) {
        DeviceLimits.check("entries", wanted.entries(), device.attributes().maxCqe());
        DeviceLimits.checkIndex(
                "completionVector",
                wanted.completionVector(),
                device.attributes().completionVectors());
        final int entrySize = CompletionEntryFormat.entrySize(device, wanted);
        final Processor processor = processors.own(loop);
        final SimulatedCompletionQueue queue =
                new SimulatedCompletionQueue(this, wanted.entries(), entrySize, processor, handler);
        open++;
        processors.charge(ProcessorWork.CONNECTION, CostParameter.CREATE_CQ, 1);
        processors.charge(ProcessorWork.CONNECTION, CostParameter.FIRMWARE_CREATE_CQ, 1);
        return queue;
    }

    /**
     * Returns the queue that an application means.
     *
     * @throws VerbsException EINVAL if it is another device's or closed.
     */
    public SimulatedCompletionQueue own(final CompletionQueue queue) {
        if (!(queue instanceof SimulatedCompletionQueue) || ((SimulatedCompletionQueue) queue).owner() != this) {
            throw new VerbsException(
                    Errno.EINVAL, "completion queue is not one of the device's: device=" + device.name());
        }
        final SimulatedCompletionQueue own = (SimulatedCompletionQueue) queue;
        own.checkOpen();
        return own;
    }

    /** Returns the number of open queues. */
    public int size() {
        return open;
    }

    DeviceProfile device() {
        return device;
    }

    CompletionCosts costs() {
        return costs;
    }

    /** Returns the entry to fill for any of the queues: it is copied when it is added. */
    CompletionEntry entry() {
        return entry;
    }

    CompletionListener listener() {
        return listener;
    }

    CompletionRing newRing(final int capacity, final int inlineRoom) {
        return new CompletionRing(capacity, inlineRoom, memory);
    }

    CompletionEvents newEvents(final Processor processor, final Task call) {
        return new CompletionEvents(simulation, device.costs(), processor, call);
    }

    /** Reports that a queue lost completions. */
    void overran(final SimulatedCompletionQueue queue) {
        asyncEvents.raise(AsyncEventType.CQ_ERR, queue);
    }

    /** Forgets a queue that closes. */
    void remove(final SimulatedCompletionQueue queue) {
        asyncEvents.forget(queue);
        open--;
    }
}
