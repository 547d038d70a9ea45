// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.sim.Event;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A completion queue: a ring of completions, and the events that it raises for those that ask for one. */
final class SimulatedCompletionQueue implements CompletionQueue, EventSource {
    /** Flag of a Receive's completion, not told to who polls it: its message was sent as solicited. */
    static final int SOLICITED = CompletionRing.SOLICITED;

    private static final int NOTHING = 0;
    private static final int SOLICITED_ONLY = 1;
    private static final int EVERYTHING = 2;

    private final SimulatedDevice device;
    private final Processor processor;
    private final CompletionRing ring;
    private final Taps taps;
    private final int entrySize;
    private final long eventLatency;
    private final CompletionCosts costs;
    private final Task call;
    private final Event notification = new Notification();
    private final List<CompletionQueueUser> users = new ArrayList<>();
    private int capacity;
    private int armedFor = NOTHING;
    private boolean isOverrun;
    private boolean isClosed;

    SimulatedCompletionQueue(
            final SimulatedDevice device,
            final int entries,
            final int entrySize,
            final Processor processor,
            final CompletionHandler handler) {
        this.device = device;
        this.processor = processor;
        this.entrySize = entrySize;
        capacity = device.personality().granted(entries);
        eventLatency = device.costs().nanos(CostParameter.EVENT_LATENCY);
        costs = new CompletionCosts(device.costs());
        taps = device.fabric().taps();
        ring = new CompletionRing(capacity, entrySize / 2, device.simulatedMemory());
        call = new Task() {
            @Override
            void run() {
                costs.onEvent(processor);
                handler.onCompletionEvent(SimulatedCompletionQueue.this);
            }
        };
    }

    /** Refuses a queue that is not an open one of a device's. */
    static SimulatedCompletionQueue own(final SimulatedDevice device, final CompletionQueue queue) {
        if (!(queue instanceof SimulatedCompletionQueue) || ((SimulatedCompletionQueue) queue).device != device) {
            throw new VerbsException(
                    Errno.EINVAL, "completion queue is not one of the device's: device=" + device.name());
        }
        final SimulatedCompletionQueue own = (SimulatedCompletionQueue) queue;
        own.checkOpen();
        return own;
    }

    @Override
    public int poll(final Completions batch) {
        batch.clear();
        checkUsable();
        final int count = ring.poll(batch);
        costs.onPoll(device.processor(), batch);
        return count;
    }

    @Override
    public void arm() {
        checkUsable();
        armedFor = EVERYTHING;
    }

    /** An event that is asked for already for every completion stays asked for. */
    @Override
    public void armSolicited() {
        checkUsable();
        armedFor = Math.max(armedFor, SOLICITED_ONLY);
    }

    @Override
    public void resize(final int entries) {
        checkUsable();
        DeviceLimits.check("entries", entries, device.attributes().maxCqe());
        if (entries < ring.size()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "completions do not fit the new size: entries=" + entries + " completions=" + ring.size());
        }
        capacity = device.personality().granted(entries);
    }

    @Override
    public int capacity() {
        return capacity;
    }

    /** Bytes of an entry. */
    int entrySize() {
        return entrySize;
    }

    /**
     * Adds the completion of a work request. Returns false where the queue overruns, which loses it.
     *
     * @param number the queue pair's.
     * @param position the request's place in its queue; it is free once the completion was polled.
     * @param flag {@link Completions}' and {@link #SOLICITED}.
     * @param value the immediate data, or the key that was invalidated, by the flag.
     * @param source a datagram's sender.
     */
    boolean add(
            final int number,
            final WorkQueue queue,
            final long position,
            final int status,
            final int opcode,
            final int byteLength,
            final int flag,
            final int value,
            final int source) {
        if (isOverrun || ring.size() == capacity) {
            overrun();
            return false;
        }
        ring.add(number, queue, position, status, opcode, byteLength, flag, value, source);
        if (taps.isOn) {
            taps.completed(device, number, queue.wrIds[queue.slot(position)], status, opcode, byteLength);
        }
        if (armedFor != NOTHING
                && (armedFor == EVERYTHING || status != CompletionStatus.SUCCESS || (flag & SOLICITED) != 0)) {
            armedFor = NOTHING;
            raiseEvent();
        }
        return true;
    }

    /** Puts a payload into the completion that was added last; who polls it finds it in the request's memory. */
    void attach(final long payload, final int bytes) {
        ring.attach(payload, bytes);
    }

    /** Removes the completions of a queue pair that nobody polled. */
    void remove(final int number) {
        ring.remove(number);
    }

    void addUser(final CompletionQueueUser user) {
        users.add(user);
    }

    void removeUser(final CompletionQueueUser user) {
        users.remove(user);
    }

    @Override
    public Processor processor() {
        return processor;
    }

    /** Returns true if a poll would find something, an overrun included. */
    @Override
    public boolean hasEvent() {
        return !ring.isEmpty() || isOverrun;
    }

    @Override
    public void close() {
        checkOpen();
        if (!users.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "completion queue is in use: users=" + users.size());
        }
        isClosed = true;
        device.simulation().cancel(notification);
        processor.remove(call);
        device.asyncEvents().forget(this);
        device.removeCompletionQueue();
    }

    /**
     * The queue is unusable from now on, and so are its queue pairs; the handler is told whether armed or not. Soft-RoCE's
     * loses what has no room, and goes on.
     */
    private void overrun() {
        if (device.personality() == Personality.RXE) {
            device.asyncEvents().raise(AsyncEventType.CQ_ERR, this);
        } else if (!isOverrun) {
            isOverrun = true;
            raiseEvent();
            device.asyncEvents().raise(AsyncEventType.CQ_ERR, this);
            for (int i = 0; i < users.size(); i++) {
                users.get(i).completionQueueOverran();
            }
        }
    }

    private void raiseEvent() {
        if (!notification.isScheduled()) {
            device.simulation().schedule(notification, device.simulation().nanoTime() + eventLatency);
        }
    }

    private void checkUsable() {
        checkOpen();
        if (isOverrun) {
            throw new VerbsException(Errno.ENOMEM, "completion queue overran: capacity=" + capacity);
        }
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "completion queue is closed: device=" + device.name());
        }
    }

    private final class Notification extends Event {
        @Override
        protected void fire() {
            processor.ready(call);
        }
    }
}
