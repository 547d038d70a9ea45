// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * The slabs that provide cells of one size, as in the slab allocator (Bonwick, USENIX Summer 1994). A new slab has as
 * many cells as are already in use, so that little memory is idle. It is limited to 64 cells, 4 MB, and a quarter of
 * the remaining memory. A slab is freed when its last cell is freed.
 */
final class SlabCache {
    static final int MAX_SLAB = 4 * 1024 * 1024;
    /** A new slab uses at most the remaining memory divided by this number. */
    private static final int LEFT = 4;

    private final int cellSize;
    private final int maxCells;
    private final List<Slab> partlyFree = new ArrayList<>();
    private int cellsInUse;

    SlabCache(final int cellSize) {
        this.cellSize = cellSize;
        maxCells = Math.min(Slab.MAX_CELLS, MAX_SLAB / cellSize);
    }

    /** Returns a slab with a free cell, which the caller must then allocate. */
    Slab slabWithFreeCell() {
        if (partlyFree.isEmpty()) {
            final long fitting = DirectMemory.available() / LEFT / cellSize;
            final int cells = (int) Math.max(1, Math.min(fitting, Math.min(cellsInUse, maxCells)));
            partlyFree.add(new Slab(this, cellSize, cells, Integer.lowestOneBit(cellSize)));
        }
        return partlyFree.get(partlyFree.size() - 1);
    }

    /** Called after the caller has allocated a cell of the slab that was returned last. */
    void taken(final Slab slab) {
        cellsInUse++;
        if (slab.isFull()) {
            partlyFree.remove(partlyFree.size() - 1);
        }
    }

    void give(final Slab slab, final int cell) {
        final boolean wasFull = slab.isFull();
        slab.give(cell);
        cellsInUse--;
        if (slab.isEmpty()) {
            if (!wasFull) {
                partlyFree.remove(slab);
            }
            slab.release();
        } else if (wasFull) {
            partlyFree.add(slab);
        }
    }
}
