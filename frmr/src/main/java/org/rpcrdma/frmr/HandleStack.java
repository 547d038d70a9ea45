// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.agrona.BitUtil;

/**
 * A pool's idle handles: a stack whose lower part is older. Handles are pushed and popped at the top and destroyed
 * from the bottom; two lines through the stack show how long they have been idle.
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
 * <p>Ageing moves a line, not handles. A pop that digs below {@code aged} takes the line down with it. Positions count
 * on for ever, in a ring. Room is reserved before a handle is made, so pushing one allocates nothing. Not thread-safe.
 */
final class HandleStack {
    /** A larger ring shrinks to this if its handles fit in. */
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

    /** Gives up a large ring if the handles and a number of pushes fit in a small one. */
    void trim(final int handles) {
        if (ring.length > SMALL_RING && top - bottom + handles <= SMALL_RING) {
            resize(SMALL_RING);
        }
    }

    /** Needs room that was reserved. */
    void push(final int handle) {
        final int[] handles = ring;
        final int slot = (int) top & handles.length - 1;
        // The handle popped from here last comes back most often: unwritten, its line stays shared by processors.
        if (handles[slot] != handle) {
            handles[slot] = handle;
        }
        top++;
    }

    /** Needs a handle to be here. */
    int pop() {
        final long position = top - 1;
        top = position;
        if (position < aged) {
            aged = position;
        }
        return ring[slot(position)];
    }

    /** Dooms the oldest of the inactive; the others stay inactive, and the active become inactive. */
    void age(final int dying) {
        doomed += dying;
        aged = top;
    }

    /** Dooms all. */
    void doomAll() {
        aged = top;
        doomed = top;
    }

    /** Turns doomed handles into inactive ones. */
    void undoom() {
        doomed = bottom;
    }

    /** Copies the oldest doomed handles, up to the array's length; returns their number. */
    int copyDoomed(final int[] into) {
        final int count = Math.min(into.length, doomed());
        copy(into, count);
        return count;
    }

    /** Removes the oldest {@code count} of the doomed, except the first {@code surviving} of an array. */
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
