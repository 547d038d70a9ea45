/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.rpcrdma.sim.Event;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** A completion queue: a ring of columns. */
final class SimulatedCompletionQueue implements CompletionQueue {
    private final SimulatedDevice device;
    private final Processor processor;
    private final int capacity;
    private final int mask;
    private final long[] wrIds;
    private final int[] statuses;
    private final int[] opcodes;
    private final int[] byteLengths;
    private final int[] flags;
    private final int[] invalidatedKeys;
    private final SimulatedQueuePair[] queuePairs;
    private final long[] positions;
    private final long eventLatency;
    private final Task call;
    private final Event notification = new Notification();
    private final List<SimulatedQueuePair> users = new ArrayList<>();
    private long head;
    private long tail;
    private boolean isArmed;
    private boolean isOverrun;
    private boolean isClosed;

    SimulatedCompletionQueue(
            final SimulatedDevice device,
            final int entries,
            final Processor processor,
            final CompletionHandler handler) {
        this.device = device;
        this.processor = processor;
        capacity = entries;
        eventLatency = device.costs().nanos(CostParameter.EVENT_LATENCY);
        final int size = BitUtil.findNextPositivePowerOfTwo(entries);
        mask = size - 1;
        wrIds = new long[size];
        statuses = new int[size];
        opcodes = new int[size];
        byteLengths = new int[size];
        flags = new int[size];
        invalidatedKeys = new int[size];
        queuePairs = new SimulatedQueuePair[size];
        positions = new long[size];
        call = new Task() {
            @Override
            void run() {
                handler.onCompletionEvent(SimulatedCompletionQueue.this);
            }
        };
    }

    @Override
    public int poll(final Completions batch) {
        batch.clear();
        checkUsable();
        final int count = (int) Math.min(tail - head, batch.capacity());
        for (int i = 0; i < count; i++) {
            final int slot = (int) head++ & mask;
            final SimulatedQueuePair queuePair = queuePairs[slot];
            batch.append(
                    wrIds[slot],
                    statuses[slot],
                    queuePair.number(),
                    opcodes[slot],
                    byteLengths[slot],
                    flags[slot],
                    invalidatedKeys[slot]);
            queuePair.reclaim(opcodes[slot], positions[slot]);
            queuePairs[slot] = null;
        }
        return count;
    }

    @Override
    public void arm() {
        checkUsable();
        isArmed = true;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    /**
     * Adds a completion.
     *
     * @param position the work request's place in its queue; it is free once the completion was polled.
     */
    void add(
            final SimulatedQueuePair queuePair,
            final long position,
            final long wrId,
            final int status,
            final int opcode,
            final int byteLength,
            final int flag,
            final int invalidatedKey) {
        if (isOverrun || tail - head == capacity) {
            overrun();
            return;
        }
        final int slot = (int) tail++ & mask;
        queuePairs[slot] = queuePair;
        positions[slot] = position;
        wrIds[slot] = wrId;
        statuses[slot] = status;
        opcodes[slot] = opcode;
        byteLengths[slot] = byteLength;
        flags[slot] = flag;
        invalidatedKeys[slot] = invalidatedKey;
        if (isArmed) {
            isArmed = false;
            raiseEvent();
        }
    }

    void addUser(final SimulatedQueuePair queuePair) {
        checkOpen();
        users.add(queuePair);
    }

    void removeUser(final SimulatedQueuePair queuePair) {
        users.remove(queuePair);
    }

    SimulatedDevice device() {
        return device;
    }

    Processor processor() {
        return processor;
    }

    /** Whether a poll would find something, be it that the queue overran. */
    boolean hasEvent() {
        return tail != head || isOverrun;
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

    /** The queue is unusable from now on, and so are its queue pairs; the handler is told whether armed or not. */
    private void overrun() {
        if (!isOverrun) {
            isOverrun = true;
            raiseEvent();
            device.asyncEvents().raise(AsyncEventType.CQ_ERR, this);
            for (int i = 0; i < users.size(); i++) {
                users.get(i).fail();
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
