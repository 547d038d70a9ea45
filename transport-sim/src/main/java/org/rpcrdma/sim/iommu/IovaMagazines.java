// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;

/**
 * A processor's free iovas of one size. The iovas are in two magazines, the loaded one and the previous one. With two
 * magazines, alternating allocations and frees rarely need the depot.
 */
final class IovaMagazines {
    /**
     * The number of iovas in a magazine, as in Linux's drivers/iommu/iova.c, where a magazine and its link occupy 1 KB.
     */
    static final int SIZE = 127;

    private static final int FIRST_SIZE = 8;
    private static final long[] NOTHING = {};

    private long[] loaded = NOTHING;
    private int loadedCount;
    private long[] previous = NOTHING;
    private int previousCount;
    /** The number of aged iovas in the magazines. An aged iova's address is computed only when the iova is taken. */
    private int aged;

    /** Returns true if the magazines contain only aged iovas or no iovas at all. */
    boolean isEmpty() {
        return loadedCount + previousCount == 0;
    }

    /** Adds a number of aged iovas. */
    void addAged(final int number) {
        aged += number;
    }

    /** Takes an aged iova, whose address the caller computes. Returns false if no aged iova is left. */
    boolean takeAged() {
        if (aged == 0) {
            return false;
        }
        aged--;
        return true;
    }

    /**
     * Removes a full magazine of aged iovas, which then belongs to the depot. Returns false if there are too few aged
     * iovas to fill a magazine.
     */
    boolean giveBackAged() {
        if (aged < SIZE) {
            return false;
        }
        aged -= SIZE;
        return true;
    }

    /** Returns true if both magazines are full. */
    boolean isFull() {
        return loadedCount + previousCount + aged == 2 * SIZE;
    }

    /** Removes and returns the most recently added iova. Precondition: not empty. */
    long take() {
        if (loadedCount == 0) {
            swap();
        }
        return loaded[--loadedCount];
    }

    /** Adds an iova. Precondition: not full. */
    void put(final long iova) {
        if (loadedCount == SIZE) {
            swap();
        }
        if (loadedCount == loaded.length) {
            loaded = Arrays.copyOf(loaded, Math.min(SIZE, Math.max(FIRST_SIZE, 2 * loadedCount)));
        }
        loaded[loadedCount++] = iova;
    }

    /** Removes and returns a full magazine, and loads an empty one. Precondition: both magazines are full. */
    long[] unload(final long[] empty) {
        if (loadedCount < SIZE) {
            swap();
        }
        final long[] full = loaded;
        loaded = empty == null ? NOTHING : empty;
        loadedCount = 0;
        return full;
    }

    /** Loads a full magazine, and returns the previously loaded magazine, which must be empty. */
    long[] load(final long[] full) {
        final long[] empty = loaded;
        loaded = full;
        loadedCount = SIZE;
        return empty;
    }

    private void swap() {
        final long[] other = previous;
        final int otherCount = previousCount;
        previous = loaded;
        previousCount = loadedCount;
        loaded = other;
        loadedCount = otherCount;
    }
}
