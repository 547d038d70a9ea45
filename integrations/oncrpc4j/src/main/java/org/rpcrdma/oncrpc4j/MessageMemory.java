// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A device's memory for messages: blocks of four sizes between a power of two and the next, for messages that oncrpc4j
 * keeps in the heap, and buffers that programs fill themselves. Thread-safe; the event loop allocates and frees.
 */
final class MessageMemory {
    private static final int PAGE = 4096;

    /** The maximum total size of free blocks to keep, in bytes, so that memory is freed after a burst of calls. */
    static final long MOST_FREE = 32L << 20;

    private final EventLoopRunner runner;
    private final MemoryAllocator memory;

    /** The free blocks, by size. */
    private final Map<Integer, ArrayDeque<MemoryBlock>> free = new HashMap<>();

    private final ConcurrentSkipListMap<Long, RegisteredBuffer> buffers = new ConcurrentSkipListMap<>();
    private long freeBytes;
    private boolean isClosed;

    MessageMemory(final EventLoopRunner runner, final MemoryAllocator memory) {
        this.runner = runner;
        this.memory = memory;
    }

    private static int sizeFor(final int length) {
        final int least = Math.max(length, PAGE);
        return BitUtil.align(least, Math.max(PAGE, Integer.highestOneBit(least - 1) / 4));
    }

    /** Takes a block of at least a length, 1 to 1 GB. */
    MemoryBlock take(final int length) {
        final int size = sizeFor(length);
        synchronized (this) {
            if (isClosed) {
                throw new IllegalStateException("the endpoint is closed");
            }
            final ArrayDeque<MemoryBlock> blocks = free.get(size);
            if (blocks != null && !blocks.isEmpty()) {
                freeBytes -= size;
                return blocks.pop();
            }
        }
        return runner.call(() -> memory.allocate(size, PAGE));
    }

    /** Returns a block that the device no longer uses. */
    void give(final MemoryBlock block) {
        if (!keep(block)) {
            free(block);
        }
    }

    private synchronized boolean keep(final MemoryBlock block) {
        if (isClosed || freeBytes + block.length() > MOST_FREE) {
            return false;
        }
        freeBytes += block.length();
        free.computeIfAbsent((int) block.length(), size -> new ArrayDeque<>()).push(block);
        return true;
    }

    /** Frees a block on the event loop, or here if the loop has ended. */
    private void free(final MemoryBlock block) {
        try {
            runner.execute(block::close);
        } catch (final RejectedExecutionException e) {
            block.close();
        }
    }

    RegisteredBuffer allocate(final int length) {
        final RegisteredBuffer buffer =
                runner.call(() -> new RegisteredBuffer(memory.allocate(length, PAGE), length, this));
        buffers.put(buffer.address(), buffer);
        return buffer;
    }

    void free(final RegisteredBuffer buffer) {
        runner.call(buffer::release);
        buffers.remove(buffer.address(), buffer);
    }

    /** Returns the address of bytes that the device can read without a copy; 0 if it cannot. */
    long addressOf(final ByteBuffer bytes) {
        if (!bytes.isDirect() || bytes.isReadOnly()) {
            return 0;
        }
        final long address = BufferUtil.address(bytes) + bytes.position();
        final Map.Entry<Long, RegisteredBuffer> entry = buffers.floorEntry(address);
        return entry != null && entry.getValue().covers(address, bytes.remaining()) ? address : 0;
    }

    /** Frees the blocks; on the event loop. */
    synchronized void close() {
        isClosed = true;
        free.values().forEach(blocks -> blocks.forEach(MemoryBlock::close));
        free.clear();
        freeBytes = 0;
    }
}
