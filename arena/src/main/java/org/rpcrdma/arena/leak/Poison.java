// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import org.agrona.UnsafeApi;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * Fills free buffers with {@link #BYTE}, and detects buffers that were written while free. Skips address-only memory.
 * Thread-safe.
 */
public final class Poison {
    /** The value of every byte of a free buffer: the kernel's POISON_FREE (include/linux/poison.h). */
    public static final byte BYTE = 0x6B;

    private static final long WORD = (BYTE & 0xFF) * 0x0101010101010101L;

    private final ShardGeometry geometry;
    private final Listener listener;
    private volatile boolean hasBytes;

    /** Receives the buffers that were written while free. Implementations must be thread-safe. */
    @FunctionalInterface
    public interface Listener {
        /** Called when a buffer was written while it was free, with the first byte that is not poison. */
        void writtenWhileFree(int buffer, int offset, byte value);
    }

    /**
     * Creates the poison for an arena's buffers.
     *
     * @throws IllegalStateException if Agrona cannot access native memory in this JVM; the message contains the missing
     *                               flag.
     */
    public Poison(final ShardGeometry geometry, final Listener listener) {
        AgronaAccess.check();
        this.geometry = geometry;
        this.listener = listener;
    }

    /** Returns an allocator that poisons new memory, for buffers that were never acquired. */
    public MemoryAllocator poisoning(final MemoryAllocator memory) {
        return (length, alignment) -> {
            final MemoryBlock block = memory.allocate(length, alignment);
            hasBytes = hasBytes(block);
            if (hasBytes) {
                UnsafeApi.setMemory(block.address(), length, BYTE);
            }
            return block;
        };
    }

    private static boolean hasBytes(final MemoryBlock block) {
        try {
            return block.buffer().isDirect();
        } catch (final UnsupportedOperationException | VerbsException e) {
            return false;
        }
    }

    /** Fills a buffer that becomes free. */
    public void fill(final long address) {
        if (hasBytes) {
            UnsafeApi.setMemory(address, geometry.bufferSize, BYTE);
        }
    }

    /** Reports a buffer that was written while free. */
    public void verify(final int buffer, final long address) {
        if (hasBytes) {
            final int offset = firstWritten(address, geometry.bufferSize);
            if (offset < geometry.bufferSize) {
                listener.writtenWhileFree(buffer, offset, UnsafeApi.getByte(address + offset));
            }
        }
    }

    /** Reports the free buffers of a shard that were written. */
    public void verify(final ShardLeaf leaf, final int shard) {
        final int slots = leaf.slots(shard);
        for (int slot = 0; slot < slots; slot++) {
            final int buffer = geometry.buffer(shard, slot);
            verify(buffer, leaf.address(buffer));
        }
    }

    /**
     * Returns the offset of the first byte that is not poison. If all bytes are poison, returns the length, which is a
     * multiple of eight.
     */
    private static int firstWritten(final long address, final int length) {
        int offset = 0;
        while (offset < length && UnsafeApi.getLong(address + offset) == WORD) {
            offset += Long.BYTES;
        }
        while (offset < length && UnsafeApi.getByte(address + offset) == BYTE) {
            offset++;
        }
        return offset;
    }
}
