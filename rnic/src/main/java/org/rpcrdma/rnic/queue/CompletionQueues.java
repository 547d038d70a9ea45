// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.host.AsyncEvents;
import org.rpcrdma.rnic.host.HostLoop;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.host.Task;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/** A device's completion queues. */
public final class CompletionQueues {
    private final DeviceProfile device;
    private final Timeline timeline;
    private final HostLoops loops;
    private final Meter meter;
    private final long eventLatency;
    private final AsyncEvents asyncEvents;
    private final HostMemory memory;
    private final CompletionListener listener;
    private final CompletionEntry entry = new CompletionEntry();
    private int open;

    public CompletionQueues(
            final DeviceProfile device,
            final Timeline timeline,
            final HostLoops loops,
            final Meter meter,
            final AsyncEvents asyncEvents,
            final HostMemory memory,
            final CompletionListener listener) {
        this.device = device;
        this.timeline = timeline;
        this.loops = loops;
        this.meter = meter;
        eventLatency = device.times().event();
        this.asyncEvents = asyncEvents;
        this.memory = memory;
        this.listener = listener;
    }

    public RnicCompletionQueue create(
            final CompletionQueueAttributes wanted, final EventLoop loop, final CompletionHandler handler) {
        DeviceLimits.check("entries", wanted.entries(), device.attributes().maxCqe());
        DeviceLimits.checkIndex(
                "completionVector",
                wanted.completionVector(),
                device.attributes().completionVectors());
        final int entrySize = CompletionEntryFormat.entrySize(device, wanted);
        final HostLoop own = loops.own(loop);
        final RnicCompletionQueue queue = new RnicCompletionQueue(this, wanted.entries(), entrySize, own, handler);
        open++;
        meter.completionQueueCreated();
        return queue;
    }

    /**
     * Casts an application's queue to an open queue of this device.
     *
     * @throws VerbsException EINVAL if the queue is closed or belongs to another device.
     */
    public RnicCompletionQueue own(final CompletionQueue queue) {
        if (!(queue instanceof RnicCompletionQueue) || ((RnicCompletionQueue) queue).owner() != this) {
            throw new VerbsException(
                    Errno.EINVAL, "completion queue belongs to another device: device=" + device.name());
        }
        final RnicCompletionQueue own = (RnicCompletionQueue) queue;
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

    Meter meter() {
        return meter;
    }

    /** Returns the entry that callers fill for any of the queues. When it is added to a queue, it is copied. */
    CompletionEntry entry() {
        return entry;
    }

    CompletionListener listener() {
        return listener;
    }

    CompletionRing newRing(final int capacity, final int inlineRoom) {
        return new CompletionRing(capacity, inlineRoom, memory);
    }

    CompletionEvents newEvents(final HostLoop loop, final Task call) {
        return new CompletionEvents(timeline, eventLatency, loop, call);
    }

    /** Raises an event for a queue that has lost completions. */
    void overran(final RnicCompletionQueue queue) {
        asyncEvents.raise(AsyncEventType.CQ_ERR, queue);
    }

    /** Removes a queue that is being closed. */
    void remove(final RnicCompletionQueue queue) {
        asyncEvents.forget(queue);
        open--;
    }
}
