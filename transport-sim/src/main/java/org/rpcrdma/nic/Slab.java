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

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Native memory that is allocated once and given out in up to 64 cells of one size.
 *
 * <pre>
 * allocation  | skipped | cell 0 | cell 1 | ... | cell n-1 | rest |      skipped + rest = alignment - 1
 *                       ^ aligned, and so is every cell: its size is a multiple of the alignment
 * </pre>
 */
final class Slab {
    static final int MAX_CELLS = Long.SIZE;

    /** Where the slab's cells are counted; null where it is one block's own. */
    final SlabCache cache;

    private final ByteBuffer allocation;
    private final long cells;
    private final int cellSize;
    private final int skipped;
    private final long address;
    private long free;
    /** Cells that were given out before, and are not zero any more. */
    private long written;

    Slab(final SlabCache cache, final int cellSize, final int cells, final int alignment) {
        this.cache = cache;
        this.cellSize = cellSize;
        this.cells = -1L >>> (Long.SIZE - cells);
        final int length = cells * cellSize;
        try {
            allocation = ByteBuffer.allocateDirect(length + alignment - 1);
        } catch (final OutOfMemoryError e) {
            throw new VerbsException(
                    Errno.ENOMEM, "no native memory left: length=" + length + " (" + e.getMessage() + ")");
        }
        final long start = BufferUtil.address(allocation);
        skipped = (int) (-start & (alignment - 1));
        address = start + skipped;
        free = this.cells;
    }

    boolean isFull() {
        return free == 0;
    }

    boolean isEmpty() {
        return free == cells;
    }

    /** Takes the lowest free cell, of which so many bytes are zero then. */
    int take(final int length) {
        final int cell = Long.numberOfTrailingZeros(free);
        final long bit = 1L << cell;
        free &= ~bit;
        if ((written & bit) != 0) {
            UnsafeApi.setMemory(address(cell), length, (byte) 0);
        }
        written |= bit;
        return cell;
    }

    void give(final int cell) {
        free |= 1L << cell;
    }

    long address(final int cell) {
        return address + (long) cell * cellSize;
    }

    ByteBuffer bytes(final int cell, final int length) {
        return allocation.slice(skipped + cell * cellSize, length);
    }

    /** Frees the native memory. */
    void release() {
        BufferUtil.free(allocation);
    }
}
