// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Native memory that is allocated once and divided into up to 64 cells of equal size.
 *
 * <pre>
 * allocation  | skipped | cell 0 | cell 1 | ... | cell n-1 | rest |      skipped + rest = alignment - 1
 *                       ^ aligned, and so is every cell: its size is a multiple of the alignment
 * </pre>
 */
final class Slab {
    static final int MAX_CELLS = Long.SIZE;

    /** The cache that counts the slab's cells, or null if a single block owns the slab. */
    final SlabCache cache;

    private final ByteBuffer allocation;
    private final long cells;
    private final int cellSize;
    private final int skipped;
    private final long address;
    private long free;
    /** A bit set of the free cells that have already been used and must be zeroed. */
    private long written;

    Slab(final SlabCache cache, final int cellSize, final int cells, final int alignment) {
        this.cache = cache;
        this.cellSize = cellSize;
        this.cells = -1L >>> (Long.SIZE - cells);
        allocation = allocate(cells * cellSize + alignment - 1);
        final long start = BufferUtil.address(allocation);
        skipped = (int) (-start & (alignment - 1));
        address = start + skipped;
        free = this.cells;
    }

    private static ByteBuffer allocate(final int length) {
        final long left = DirectMemory.available();
        if (length > left) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "direct memory is exhausted (-XX:MaxDirectMemorySize): length=" + length + " available=" + left
                            + " limit=" + DirectMemory.LIMIT);
        }
        try {
            return ByteBuffer.allocateDirect(length);
        } catch (final OutOfMemoryError e) {
            throw new VerbsException(
                    Errno.ENOMEM, "native memory is exhausted: length=" + length + " (" + e.getMessage() + ")");
        }
    }

    boolean isFull() {
        return free == 0;
    }

    boolean isEmpty() {
        return free == cells;
    }

    /** Allocates the lowest free cell, zeroes its first {@code length} bytes, and returns its index. */
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
