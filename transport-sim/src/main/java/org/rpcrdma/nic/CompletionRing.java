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

import org.agrona.BitUtil;
import org.rpcrdma.verbs.Completions;

/**
 * The completions of a queue that were not polled, oldest first: a ring of columns, which grows as it fills, so that a
 * queue takes the memory that it needs, not that of all it has room for.
 */
final class CompletionRing {
    /** Flags that are not told to who polls. */
    static final int INTERNAL_FLAGS = 1 << 31;

    private static final int INITIAL_SIZE = 64;

    private long[] wrIds;
    private int[] statuses;
    private int[] numbers;
    private int[] opcodes;
    private int[] byteLengths;
    private int[] flags;
    private int[] data;
    private int[] sources;
    private WorkQueue[] queues;
    private long[] positions;
    private int mask;
    private long head;
    private long tail;

    CompletionRing(final int limit) {
        final int size = Math.min(INITIAL_SIZE, BitUtil.findNextPositivePowerOfTwo(limit));
        mask = size - 1;
        wrIds = new long[size];
        statuses = new int[size];
        numbers = new int[size];
        opcodes = new int[size];
        byteLengths = new int[size];
        flags = new int[size];
        data = new int[size];
        sources = new int[size];
        queues = new WorkQueue[size];
        positions = new long[size];
    }

    int size() {
        return (int) (tail - head);
    }

    boolean isEmpty() {
        return tail == head;
    }

    /**
     * Adds the completion of a work request.
     *
     * @param position the request's place in its queue, free once the completion was polled.
     */
    void add(
            final int number,
            final WorkQueue queue,
            final long position,
            final int status,
            final int opcode,
            final int byteLength,
            final int flag,
            final int value,
            final int source) {
        if (size() > mask) {
            grow();
        }
        final int slot = (int) tail++ & mask;
        wrIds[slot] = queue.wrIds[queue.slot(position)];
        statuses[slot] = status;
        numbers[slot] = number;
        opcodes[slot] = opcode;
        byteLengths[slot] = byteLength;
        flags[slot] = flag;
        data[slot] = value;
        sources[slot] = source;
        queues[slot] = queue;
        positions[slot] = position;
    }

    /** Moves the oldest completions to an empty batch; their places in the work queues are free then. */
    int poll(final Completions batch) {
        final int count = Math.min(size(), batch.capacity());
        for (int i = 0; i < count; i++) {
            final int slot = (int) head++ & mask;
            batch.append(
                    wrIds[slot],
                    statuses[slot],
                    numbers[slot],
                    opcodes[slot],
                    byteLengths[slot],
                    flags[slot] & ~INTERNAL_FLAGS,
                    data[slot],
                    sources[slot]);
            queues[slot].reclaimTo(positions[slot]);
            queues[slot] = null;
        }
        return count;
    }

    private void grow() {
        wrIds = RingColumn.doubled(wrIds);
        statuses = RingColumn.doubled(statuses);
        numbers = RingColumn.doubled(numbers);
        opcodes = RingColumn.doubled(opcodes);
        byteLengths = RingColumn.doubled(byteLengths);
        flags = RingColumn.doubled(flags);
        data = RingColumn.doubled(data);
        sources = RingColumn.doubled(sources);
        queues = RingColumn.doubled(queues);
        positions = RingColumn.doubled(positions);
        mask = wrIds.length - 1;
    }
}
