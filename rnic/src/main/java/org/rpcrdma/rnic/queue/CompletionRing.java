// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.rnic.memory.HostBytes;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/**
 * A ring of a queue's unpolled completions, oldest first. The ring starts small and grows as it fills, so its memory
 * depends on its use, not on the queue's capacity. Consecutive flushed requests of a work queue share an entry, called
 * a run. Runs save memory when thousands of connections are closed together, because most completions then belong to
 * flushed requests.
 */
final class CompletionRing {
    /** The flag of a completion that contains a payload. */
    private static final int INLINE = 1 << 30;
    /** The flags that polling hides. */
    private static final int INTERNAL_FLAGS = CompletionEntry.SOLICITED | INLINE;

    private static final int INITIAL_SIZE = 1;

    /** The indices of an entry's ints, which are adjacent. */
    private static final int STATUS = 0;

    private static final int NUMBER = 1;
    private static final int OPCODE = 2;
    private static final int BYTE_LENGTH = 3;
    private static final int FLAGS = 4;
    private static final int DATA = 5;
    private static final int SOURCE = 6;
    /** The number of consecutive requests, starting with the entry's request, that complete with the same result. */
    private static final int RUN = 7;

    private static final int ROW_SHIFT = 3;

    /** The wr_id and the position of each entry's request. */
    private long[] ids;

    private int[] rows;
    private WorkQueue[] queues;
    /** The maximum payload per completion, in bytes. */
    private final int inlineRoom;
    /** The payloads that completions contain; null until the first payload is added. */
    private InlineData payloads;

    private final HostMemory memory;
    private int mask;
    private long head;
    private long tail;
    /** The number of completions. A run counts as many completions as it has requests. */
    private int size;

    CompletionRing(final int limit, final int inlineRoom, final HostMemory memory) {
        this.inlineRoom = inlineRoom;
        this.memory = memory;
        final int size = Math.min(INITIAL_SIZE, BitUtil.findNextPositivePowerOfTwo(limit));
        mask = size - 1;
        ids = new long[2 * size];
        rows = new int[size << ROW_SHIFT];
        queues = new WorkQueue[size];
    }

    int size() {
        return size;
    }

    /** Returns the number of entries for which memory has been allocated. */
    int room() {
        return queues.length;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns true if the oldest completion belongs to a flushed request. */
    boolean beginsFlushed() {
        return !isEmpty() && rows[(((int) head & mask) << ROW_SHIFT) + STATUS] == CompletionStatus.WR_FLUSH_ERR;
    }

    /** Adds a work request's completion. Changes nothing if there is not enough memory. */
    void add(final CompletionEntry entry) {
        if (entry.status == CompletionStatus.WR_FLUSH_ERR && continuesRun(entry)) {
            rows[((int) (tail - 1) & mask) << ROW_SHIFT | RUN]++;
            size++;
            return;
        }
        if (tail - head > mask) {
            grow();
        }
        final int slot = (int) tail++ & mask;
        ids[2 * slot] = entry.wrId();
        ids[2 * slot + 1] = entry.position;
        final int row = slot << ROW_SHIFT;
        rows[row + STATUS] = entry.status;
        rows[row + NUMBER] = entry.queuePair;
        rows[row + OPCODE] = entry.opcode;
        rows[row + BYTE_LENGTH] = entry.byteLength;
        rows[row + FLAGS] = entry.flags;
        rows[row + DATA] = entry.data;
        rows[row + SOURCE] = entry.source;
        rows[row + RUN] = 1;
        queues[slot] = entry.queue;
        size++;
    }

    /** Returns true if a flushed request directly follows the most recently added request and has the same result. */
    private boolean continuesRun(final CompletionEntry entry) {
        final int slot = (int) (tail - 1) & mask;
        final int row = slot << ROW_SHIFT;
        return tail != head
                && queues[slot] == entry.queue
                && ids[2 * slot + 1] + rows[row + RUN] == entry.position
                && rows[row + STATUS] == entry.status
                && rows[row + NUMBER] == entry.queuePair
                && rows[row + OPCODE] == entry.opcode
                && rows[row + BYTE_LENGTH] == entry.byteLength
                && rows[row + FLAGS] == entry.flags
                && rows[row + DATA] == entry.data
                && rows[row + SOURCE] == entry.source;
    }

    /** Adds a payload, which must fit, to the most recently added completion. */
    void attach(final long payload, final int bytes) {
        if (payloads == null) {
            payloads = new InlineData(inlineRoom, queues.length);
        }
        final int slot = (int) (tail - 1) & mask;
        UnsafeApi.copyMemory(payload, payloads.address(slot), bytes);
        rows[(slot << ROW_SHIFT) + FLAGS] |= INLINE;
    }

    /**
     * Moves the oldest completions to an empty batch, copies their payloads to memory, and frees their slots in the
     * work queues.
     */
    int poll(final Completions batch) {
        final int count = Math.min(size, batch.capacity());
        batch.reserve(count);
        size -= count;
        for (int i = 0; i < count; i++) {
            final int slot = (int) head & mask;
            final int row = slot << ROW_SHIFT;
            final int flags = rows[row + FLAGS];
            batch.append(
                    ids[2 * slot],
                    (flags & INLINE) == 0 ? rows[row + STATUS] : statusOnceDelivered(slot),
                    rows[row + NUMBER],
                    rows[row + OPCODE],
                    rows[row + BYTE_LENGTH],
                    flags & ~INTERNAL_FLAGS,
                    rows[row + DATA],
                    rows[row + SOURCE]);
            queues[slot].reclaimTo(ids[2 * slot + 1]);
            if (rows[row + RUN] == 1) {
                queues[slot] = null;
                head++;
            } else {
                shortenRun(slot);
            }
        }
        return count;
    }

    /** Removes a run's first request, which has been polled. */
    private void shortenRun(final int slot) {
        final WorkQueue queue = queues[slot];
        final long next = ids[2 * slot + 1] + 1;
        ids[2 * slot] = queue.wrIds.get(queue.slot(next));
        ids[2 * slot + 1] = next;
        rows[(slot << ROW_SHIFT) + RUN]--;
    }

    /**
     * Copies a completion's payload to the memory of its request and returns the completion's status. Like a driver on
     * the CPU, this method uses addresses, not keys.
     */
    private int statusOnceDelivered(final int slot) {
        final WorkQueue queue = queues[slot];
        long from = payloads.address(slot);
        int left = rows[(slot << ROW_SHIFT) + BYTE_LENGTH];
        for (int i = queue.firstSge(queue.slot(ids[2 * slot + 1])); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths.get(i));
            if (bytes != 0 && memory.containing(queue.iovas.get(i), bytes) == null) {
                return CompletionStatus.LOC_PROT_ERR; // the memory was freed before the poll
            }
            HostBytes.copy(from, queue.iovas.get(i), bytes);
            from += bytes;
            left -= bytes;
        }
        return rows[(slot << ROW_SHIFT) + STATUS];
    }

    /**
     * Removes a queue pair's completions, as drivers do when they clean a completion queue, and frees their slots in
     * the work queues.
     */
    void remove(final int number) {
        final long end = tail;
        tail = head;
        for (long position = head; position < end; position++) {
            final int slot = (int) position & mask;
            final int run = rows[(slot << ROW_SHIFT) + RUN];
            if (rows[(slot << ROW_SHIFT) + NUMBER] == number) {
                queues[slot].reclaimTo(ids[2 * slot + 1] + run - 1);
                size -= run;
            } else {
                move(slot, (int) tail++ & mask);
            }
        }
        for (long position = tail; position < end; position++) {
            queues[(int) position & mask] = null;
        }
    }

    private void move(final int from, final int to) {
        if (from == to) {
            return;
        }
        System.arraycopy(ids, 2 * from, ids, 2 * to, 2);
        System.arraycopy(rows, from << ROW_SHIFT, rows, to << ROW_SHIFT, 1 << ROW_SHIFT);
        queues[to] = queues[from];
        if (payloads != null) {
            UnsafeApi.copyMemory(payloads.address(from), payloads.address(to), inlineRoom);
        }
    }

    /** Doubles the ring, which must be full. */
    private void grow() {
        final long[] largerIds = RingColumn.doubled(ids);
        final int[] largerRows = RingColumn.doubled(rows);
        final WorkQueue[] largerQueues = RingColumn.doubled(queues);
        payloads = payloads == null ? null : payloads.doubled();
        ids = largerIds;
        rows = largerRows;
        queues = largerQueues;
        mask = queues.length - 1;
    }
}
