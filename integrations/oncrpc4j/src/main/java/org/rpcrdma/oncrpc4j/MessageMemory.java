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
 * A device's memory for messages. It provides blocks for messages that oncrpc4j keeps on the heap, and buffers that
 * programs fill themselves. The blocks have four sizes per power of two. Thread-safe; the event loop allocates and
 * frees the memory.
 */
final class MessageMemory {
    private static final int PAGE = 4096;

    /**
     * The maximum total size of the free blocks that are kept, in bytes. Because of this limit, memory is freed after a
     * burst of calls.
     */
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

    /** Acquires a block of at least the given length, which is 1 byte to 1 GB. */
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

    /** Releases a block that the device no longer uses. */
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

    /** Frees a block on the event loop, or on the calling thread if the loop has ended. */
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

    /** Returns the address of bytes that the device can read in place, or 0 if the device cannot read them. */
    long addressOf(final ByteBuffer bytes) {
        if (!bytes.isDirect() || bytes.isReadOnly()) {
            return 0;
        }
        final long address = BufferUtil.address(bytes) + bytes.position();
        final Map.Entry<Long, RegisteredBuffer> entry = buffers.floorEntry(address);
        return entry != null && entry.getValue().covers(address, bytes.remaining()) ? address : 0;
    }

    /** Frees the blocks. Called on the event loop. */
    synchronized void close() {
        isClosed = true;
        free.values().forEach(blocks -> blocks.forEach(MemoryBlock::close));
        free.clear();
        freeBytes = 0;
    }
}
