// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.BitSet;
import org.agrona.UnsafeApi;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Fills free buffers with {@link ReceiveArena#POISON}, and finds out whether somebody wrote to one. Memory that is addresses only is left
 * alone.
 */
final class Poison {
    private static final long WORD = (ReceiveArena.POISON & 0xFF) * 0x0101010101010101L;

    private final ShardGeometry geometry;
    private final LeakReports reports;
    private volatile boolean hasBytes;

    Poison(final ShardGeometry geometry, final LeakReports reports) {
        this.geometry = geometry;
        this.reports = reports;
    }

    /** An allocator whose memory is poisoned from the start: that of buffers that nobody had yet. */
    MemoryAllocator poisoning(final MemoryAllocator memory) {
        return (length, alignment) -> {
            final MemoryBlock block = memory.allocate(length, alignment);
            hasBytes = hasBytes(block);
            if (hasBytes) {
                UnsafeApi.setMemory(block.address(), length, ReceiveArena.POISON);
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

    /** A buffer is free from now on. */
    void fill(final long address) {
        if (hasBytes) {
            UnsafeApi.setMemory(address, geometry.bufferSize, ReceiveArena.POISON);
        }
    }

    /** Reports where a buffer was written that was free until now. */
    void verify(final int buffer, final long address) {
        if (hasBytes) {
            final int offset = firstWritten(address, geometry.bufferSize);
            if (offset < geometry.bufferSize) {
                reports.writtenWhileFree(buffer, offset, UnsafeApi.getByte(address + offset));
            }
        }
    }

    /** Reports what was written to the buffers of an arena that ends. */
    void verifyAll(final Shards shards) {
        final BitSet present = shards.present();
        for (int shard = present.nextSetBit(0); shard >= 0; shard = present.nextSetBit(shard + 1)) {
            verify(shards.leaf(shard), shard);
        }
    }

    /** Reports what was written to the buffers of a shard while they were free. */
    void verify(final ShardLeaf leaf, final int shard) {
        for (int slot = 0; slot < geometry.slots; slot++) {
            final int buffer = geometry.buffer(shard, slot);
            verify(buffer, leaf.address(buffer));
        }
    }

    /** The first byte that is not poison; the length, a multiple of eight, where all are. */
    private static int firstWritten(final long address, final int length) {
        for (int i = 0; i < length; i += Long.BYTES) {
            if (UnsafeApi.getLong(address + i) != WORD) {
                return firstWrittenOfWord(address, i);
            }
        }
        return length;
    }

    private static int firstWrittenOfWord(final long address, final int word) {
        int offset = word;
        while (offset < word + Long.BYTES - 1 && UnsafeApi.getByte(address + offset) == ReceiveArena.POISON) {
            offset++;
        }
        return offset;
    }
}
