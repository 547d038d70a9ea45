// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.verbs.DmaDirection;

/**
 * The DMA mappings by number, and the live mappings by iova. A removed mapping keeps its number until its translations
 * have been invalidated. Allocates no memory in the steady state.
 */
final class Mappings {
    static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 16;

    private HostMemoryBlock[] blocks = new HostMemoryBlock[INITIAL_CAPACITY];
    /** The memory blocks of removed mappings, indexed by mapping number. Grows when a mapping is removed. */
    private HostMemoryBlock[] retired = {};

    private long[] iovas = new long[INITIAL_CAPACITY];
    private int[] lengths = new int[INITIAL_CAPACITY];
    /** The ordinal of each mapping's direction. */
    private byte[] directions = new byte[INITIAL_CAPACITY];

    /** The free numbers. Grows when a number is freed. */
    private int[] free = {};

    private int freeCount;
    private int used;
    private int live;

    int add(final long iova, final long length, final DmaDirection direction, final HostMemoryBlock block) {
        final int mapping = freeCount > 0 ? free[--freeCount] : used++;
        if (mapping == blocks.length) {
            grow();
        }
        blocks[mapping] = block;
        iovas[mapping] = iova;
        lengths[mapping] = Math.toIntExact(length); // a block of memory is not longer
        directions[mapping] = (byte) direction.ordinal();
        live++;
        return mapping;
    }

    boolean is(final int mapping, final long iova, final long length, final DmaDirection direction) {
        return iovas[mapping] == iova && lengths[mapping] == length && isIn(mapping, direction);
    }

    /**
     * Returns true if a live mapping covers the given range in the given direction. Correct even if the range's end
     * overflows.
     */
    boolean covers(final int mapping, final long iova, final long length, final DmaDirection direction) {
        final long offset = iova - iovas[mapping];
        return isIn(mapping, direction)
                && blocks[mapping] != null
                && offset >= 0
                && length >= 0
                && length <= lengths[mapping]
                && offset <= lengths[mapping] - length;
    }

    private boolean isIn(final int mapping, final DmaDirection direction) {
        return directions[mapping] == direction.ordinal();
    }

    /** Returns a mapping's memory block, or null if the mapping has been removed. */
    HostMemoryBlock block(final int mapping) {
        return blocks[mapping];
    }

    /** Returns the memory block of a removed mapping. */
    HostMemoryBlock retired(final int mapping) {
        return retired[mapping];
    }

    /** Removes a mapping. The mapping's number stays in use until {@link #release}. */
    void retire(final int mapping) {
        if (retired.length < blocks.length) {
            retired = Arrays.copyOf(retired, blocks.length);
        }
        retired[mapping] = blocks[mapping];
        blocks[mapping] = null;
        live--;
    }

    /** Frees the number of a removed mapping. Precondition: its translations have been invalidated. */
    void release(final int mapping) {
        retired[mapping] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, Math.max(INITIAL_CAPACITY, 2 * freeCount));
        }
        free[freeCount++] = mapping;
    }

    /** Returns the number of live mappings. */
    int size() {
        return live;
    }

    private void grow() {
        final int capacity = blocks.length * 2;
        blocks = Arrays.copyOf(blocks, capacity);
        iovas = Arrays.copyOf(iovas, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        directions = Arrays.copyOf(directions, capacity);
    }
}
