// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Allocates memory for the chunks of one client's calls. The memory consists of reusable, page-aligned blocks with
 * power-of-two sizes. Confined to the client's event loop.
 */
final class ChunkMemory implements AutoCloseable {
    /** The alignment of blocks, and therefore of chunks. */
    static final int PAGE_SIZE = 4096;

    private final MemoryAllocator allocator;
    private final List<ArrayDeque<MemoryBlock>> freeBySize = new ArrayList<>();
    private final List<MemoryBlock> blocks = new ArrayList<>();

    ChunkMemory(final MemoryAllocator allocator) {
        this.allocator = allocator;
        for (int size = 0; size < Integer.SIZE; size++) {
            freeBySize.add(new ArrayDeque<>());
        }
    }

    /** Returns a free block of at least {@code length} bytes. */
    MemoryBlock take(final int length) {
        final int size = BitUtil.findNextPositivePowerOfTwo(Math.max(PAGE_SIZE, length));
        final MemoryBlock free = free(size).poll();
        if (free != null) {
            return free;
        }
        final MemoryBlock block = allocator.allocate(size, PAGE_SIZE);
        blocks.add(block);
        return block;
    }

    /** Releases a block for a later call. */
    void giveBack(final MemoryBlock block) {
        free((int) block.length()).push(block);
    }

    private ArrayDeque<MemoryBlock> free(final int size) {
        return freeBySize.get(Integer.numberOfTrailingZeros(size));
    }

    /** Frees all memory, which must no longer be mapped. */
    @Override
    public void close() {
        freeBySize.forEach(ArrayDeque::clear);
        blocks.forEach(MemoryBlock::close);
        blocks.clear();
    }
}
