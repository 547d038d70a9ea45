// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.Timer;

/**
 * A server's payload memory. It consists of blocks whose sizes are powers of two and that are reused in LIFO order.
 * Blocks that remain unused for a period are freed.
 *
 * <pre>
 *   free blocks of a size   | a | b | c | d | e |      used from the right
 *                            ---------
 *                            idle: blocks unused since the last pass
 * </pre>
 */
public final class PayloadPool {
    private static final int CLASSES = 31;

    private final BufferMapper memory;
    private final long limit;
    private final long idleNanos;
    private final Timer timer;
    private final ArrayList<ArrayList<TransferMemory>> free = new ArrayList<>(CLASSES);
    private final int[] idle = new int[CLASSES];
    private int taken;
    private long bytes;

    /** True if a pass over the free blocks has been scheduled. */
    private boolean isReleasing;

    /**
     * Creates an empty pool.
     *
     * @param limit     the maximum total size of all blocks, in bytes. A single call uses less ({@code PayloadBudget}).
     * @param idleNanos the time, in ns, for which an unused block is kept; 0 means no limit.
     */
    public PayloadPool(final BufferMapper memory, final Clock clock, final long limit, final long idleNanos) {
        this.memory = memory;
        this.limit = limit;
        this.idleNanos = idleNanos;
        timer = clock.newTimer(this::releaseIdle);
        for (int i = 0; i < CLASSES; i++) {
            free.add(new ArrayList<>());
        }
    }

    /** Returns the mapper that maps blocks for the device. */
    public BufferMapper mapper() {
        return memory;
    }

    /** Returns the size, in bytes, of the block for a payload of the given length, or 0 if the length is 0. */
    public long blockBytes(final int length) {
        return length == 0 ? 0 : 1L << sizeClass(length);
    }

    private int sizeClass(final int length) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(length, memory.pageSize()) - 1);
    }

    /** Returns the maximum total size of all blocks, in bytes. */
    public long limit() {
        return limit;
    }

    /** Returns the total size of all blocks, both used and free, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Allocates memory for the given number of bytes, at least 1. */
    public TransferMemory take(final int length) {
        final int sizeClass = sizeClass(length);
        final ArrayList<TransferMemory> blocks = free.get(sizeClass);
        final TransferMemory payload = blocks.isEmpty() ? allocate(sizeClass) : blocks.remove(blocks.size() - 1);
        idle[sizeClass] = Math.min(idle[sizeClass], blocks.size());
        payload.place(payload.block.address(), length);
        taken++;
        return payload;
    }

    private TransferMemory allocate(final int sizeClass) {
        makeRoom(1L << sizeClass);
        final MemoryBlock block = memory.allocate(1L << sizeClass);
        final TransferMemory payload = new TransferMemory(block, sizeClass);
        try {
            memory.keep(payload.range(), block);
        } catch (final RuntimeException e) {
            block.close();
            throw e;
        }
        bytes += block.length();
        return payload;
    }

    /** Frees unused blocks, beginning with the largest, until another block fits within the limit. */
    private void makeRoom(final long wanted) {
        for (int i = CLASSES - 1; i >= 0 && bytes + wanted > limit; i--) {
            final ArrayList<TransferMemory> blocks = free.get(i);
            while (!blocks.isEmpty() && bytes + wanted > limit) {
                release(blocks.remove(blocks.size() - 1));
            }
            idle[i] = Math.min(idle[i], blocks.size());
        }
    }

    private void release(final TransferMemory payload) {
        bytes -= payload.block.length();
        memory.forget(payload.range());
        payload.block.close();
    }

    /** Unmaps a payload if it is mapped, and returns it to the pool. */
    public void give(final TransferMemory payload) {
        payload.unmap(memory);
        payload.bytes.wrap(0, 0);
        taken--;
        free.get(payload.sizeClass).add(payload);
        if (!isReleasing && idleNanos > 0) {
            isReleasing = true;
            timer.arm(idleNanos);
        }
    }

    /** Moves the first bytes of an unmapped payload to another payload, and releases the first payload. */
    public TransferMemory move(final TransferMemory from, final int length, final int used) {
        final TransferMemory to = take(length);
        to.bytes.putBytes(0, from.bytes, 0, used);
        give(from);
        return to;
    }

    /**
     * Shortens a payload. If its block is large and the remaining bytes fit in the smallest block, moves the bytes to a
     * block of that size.
     */
    public TransferMemory shorten(final TransferMemory payload, final int used) {
        final boolean isLarge = payload.block.length() > memory.pageSize();
        final TransferMemory shortened =
                isLarge && used <= memory.pageSize() ? move(payload, Math.max(1, used), used) : payload;
        shortened.resize(used);
        return shortened;
    }

    private void releaseIdle() {
        isReleasing = false;
        for (int i = 0; i < CLASSES; i++) {
            final List<TransferMemory> coldest = free.get(i).subList(0, idle[i]);
            coldest.forEach(this::release);
            coldest.clear();
            idle[i] = free.get(i).size();
            isReleasing |= idle[i] > 0;
        }
        if (isReleasing) {
            timer.arm(idleNanos);
        }
    }

    public void close() {
        if (taken != 0) {
            throw new IllegalStateException("payloads are in use: taken=" + taken);
        }
        timer.cancel();
        for (final ArrayList<TransferMemory> blocks : free) {
            while (!blocks.isEmpty()) {
                release(blocks.remove(blocks.size() - 1));
            }
        }
    }
}
