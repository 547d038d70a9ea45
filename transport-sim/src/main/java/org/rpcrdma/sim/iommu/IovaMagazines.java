// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;

/**
 * A processor's free iovas of one size: two magazines, one of which is loaded, so that alternating allocations and
 * frees rarely use the depot.
 */
final class IovaMagazines {
    /** Linux, drivers/iommu/iova.c: a magazine and its link take 1 KB. */
    static final int SIZE = 127;

    private static final int FIRST_SIZE = 8;
    private static final long[] NOTHING = {};

    private long[] loaded = NOTHING;
    private int loadedCount;
    private long[] previous = NOTHING;
    private int previousCount;
    /** The number of aged iovas, which are computed when they are taken. */
    private int aged;

    /** Returns true if all iovas are aged ones. */
    boolean isEmpty() {
        return loadedCount + previousCount == 0;
    }

    /** Adds a number of aged iovas. */
    void addAged(final int number) {
        aged += number;
    }

    /** Takes an aged iova, which the caller looks up; returns false if no aged iova is left. */
    boolean takeAged() {
        if (aged == 0) {
            return false;
        }
        aged--;
        return true;
    }

    /** Returns a magazine of aged iovas to the depot; returns false if there is no such magazine. */
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

    /** Removes the iova that was added last; there must be one. */
    long take() {
        if (loadedCount == 0) {
            swap();
        }
        return loaded[--loadedCount];
    }

    /** Adds an iova; there must be space. */
    void put(final long iova) {
        if (loadedCount == SIZE) {
            swap();
        }
        if (loadedCount == loaded.length) {
            loaded = Arrays.copyOf(loaded, Math.min(SIZE, Math.max(FIRST_SIZE, 2 * loadedCount)));
        }
        loaded[loadedCount++] = iova;
    }

    /** Removes a full magazine and loads an empty one; both magazines must be full. */
    long[] unload(final long[] empty) {
        if (loadedCount < SIZE) {
            swap();
        }
        final long[] full = loaded;
        loaded = empty == null ? NOTHING : empty;
        loadedCount = 0;
        return full;
    }

    /** Loads a full magazine; removes the loaded one, which must be empty. */
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
