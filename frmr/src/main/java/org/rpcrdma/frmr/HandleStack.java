// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.agrona.BitUtil;

/**
 * A stack of a pool's idle handles, with the oldest handles at the bottom. Handles are pushed and popped at the top,
 * and destroyed from the bottom. Two marks divide the stack by idle time.
 *
 * <pre>
 *   top       +--------+
 *             | active |   pushed since the last ageing pass
 *   aged      +--------+
 *             |inactive|   not touched since the last pass
 *   doomed    +--------+
 *             | doomed |   being destroyed by a pass that is under way; no longer popped
 *   bottom    +--------+
 * </pre>
 *
 * <p>Ageing moves a mark instead of the handles. A pop below {@code aged} moves that mark down. Positions in the ring
 * only increase. A push allocates nothing, because capacity is reserved before a handle is created. Not thread-safe.
 */
final class HandleStack {
    /** The size to which a larger ring shrinks if its handles fit. */
    static final int SMALL_RING = 1024;

    private int[] ring = new int[16];
    private long top;
    private long aged;
    private long doomed;
    private long bottom;

    boolean isEmpty() {
        return top == doomed;
    }

    int size() {
        return (int) (top - doomed);
    }

    int active() {
        return (int) (top - aged);
    }

    int inactive() {
        return (int) (aged - doomed);
    }

    int doomed() {
        return (int) (doomed - bottom);
    }

    /** Returns the capacity in handles. */
    int room() {
        return ring.length;
    }

    /** Ensures capacity for a number of pushes. */
    void reserve(final int handles) {
        final int needed = (int) (top - bottom) + handles;
        if (needed > ring.length) {
            resize(BitUtil.findNextPositivePowerOfTwo(needed));
        }
    }

    /**
     * Replaces a large ring with a small ring if the small ring has space for the handles and for a number of pushes.
     */
    void trim(final int handles) {
        if (ring.length > SMALL_RING && top - bottom + handles <= SMALL_RING) {
            resize(SMALL_RING);
        }
    }

    /** Pushes a handle. Call {@link #reserve} first. */
    void push(final int handle) {
        final int[] handles = ring;
        final int slot = (int) top & handles.length - 1;
        // Usually, the handle that was last popped from this slot returns to it. Skipping the write then lets
        // processors share the cache line.
        if (handles[slot] != handle) {
            handles[slot] = handle;
        }
        top++;
    }

    /** Pops the top handle. Call this method only if the stack is not empty. */
    int pop() {
        final long position = top - 1;
        top = position;
        if (position < aged) {
            aged = position;
        }
        return ring[slot(position)];
    }

    /**
     * Marks the oldest inactive handles as doomed. The other inactive handles stay inactive, and active handles become
     * inactive.
     */
    void age(final int dying) {
        doomed += dying;
        aged = top;
    }

    /** Marks all handles as doomed. */
    void doomAll() {
        aged = top;
        doomed = top;
    }

    /** Makes all doomed handles inactive again. */
    void undoom() {
        doomed = bottom;
    }

    /** Copies the oldest doomed handles, up to the array's length. Returns the number copied. */
    int copyDoomed(final int[] into) {
        final int count = Math.min(into.length, doomed());
        copy(into, count);
        return count;
    }

    /** Removes the oldest {@code count} doomed handles, but keeps the first {@code surviving} handles of the array. */
    void removeDoomed(final int count, final int[] survivors, final int surviving) {
        bottom += count - surviving;
        for (int i = 0; i < surviving; i++) {
            ring[slot(bottom + i)] = survivors[i];
        }
    }

    private void resize(final int length) {
        final int count = (int) (top - bottom);
        final int[] resized = new int[length];
        copy(resized, count);
        ring = resized;
        top -= bottom;
        aged -= bottom;
        doomed -= bottom;
        bottom = 0;
    }

    private void copy(final int[] into, final int count) {
        final int run = Math.min(count, ring.length - slot(bottom));
        System.arraycopy(ring, slot(bottom), into, 0, run);
        System.arraycopy(ring, 0, into, run, count - run);
    }

    private int slot(final long position) {
        return (int) position & ring.length - 1;
    }
}
