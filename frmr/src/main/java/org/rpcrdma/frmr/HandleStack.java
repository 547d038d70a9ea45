// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.agrona.BitUtil;

/**
 * A pool's idle handles: a stack whose lower part is older. Handles are pushed and popped at the top and destroyed
 * from the bottom; two lines through the stack show how long they have been idle.
 *
 * <pre>
 *   end       +--------+
 *             |  room  |   as much as handles are in use or being made
 *   top       +--------+
 *             | active |   pushed since the last ageing pass
 *   aged      +--------+
 *             |inactive|   not touched since the last pass
 *   doomed    +--------+
 *             | doomed |   nobody's any more: being destroyed by a pass that is under way
 *   bottom    +--------+
 * </pre>
 *
 * <p>Ageing moves a line, not handles. A pop that digs below {@code aged} takes the line down with it. Positions count
 * on for ever, in pages of 1024 handles that sit in a circular directory: a page is dropped once the bottom has
 * passed it. Room is reserved before a handle is made, so pushing one allocates nothing. Callers hold the lock.
 */
abstract class HandleStack extends SpinLock {
    private static final int PAGE_BITS = 10;

    /** Handles in a page. */
    static final int PAGE_SIZE = 1 << PAGE_BITS;

    private long top;
    private long aged;
    private long doomed;
    private long bottom;

    /** The pages from the bottom's to this one are there, and no others. */
    private long lastPage = -1;

    private int[][] pages = new int[4][];

    final boolean isEmpty() {
        return top == doomed;
    }

    final int size() {
        return (int) (top - doomed);
    }

    final int active() {
        return (int) (top - aged);
    }

    final int inactive() {
        return (int) (aged - doomed);
    }

    final int doomed() {
        return (int) (doomed - bottom);
    }

    /** Makes room for a number of pushes. */
    final void reserve(final int handles) {
        final long last = Math.max(lastPage, pageOf(top + handles - 1));
        final long needed = last - pageOf(bottom) + 1;
        if (needed > pages.length) {
            growDirectory((int) needed);
        }
        while (lastPage < last) {
            pages[slot(lastPage + 1)] = new int[PAGE_SIZE];
            lastPage++;
        }
    }

    /** Gives up room beyond that of a number of pushes. */
    final void trim(final int handles) {
        final long last = Math.max(pageOf(top + handles - 1), pageOf(bottom) - 1);
        while (lastPage > last) {
            pages[slot(lastPage)] = null;
            lastPage--;
        }
    }

    /** Needs room that was reserved. */
    final void pushHandle(final int handle) {
        final int[] page = page(top);
        final int offset = offset(top);
        // The handle popped from here last comes back most often: unwritten, its line stays shared by processors.
        if (page[offset] != handle) {
            page[offset] = handle;
        }
        top++;
    }

    /** Needs a handle to be here. */
    final int popHandle() {
        final long position = top - 1;
        final int handle = page(position)[offset(position)];
        top = position;
        if (position < aged) {
            aged = position;
        }
        return handle;
    }

    /** Dooms the oldest of the inactive; the others stay inactive, and the active become inactive. */
    final void age(final int dying) {
        doomed += dying;
        aged = top;
    }

    /** Dooms all. */
    final void doomAll() {
        aged = top;
        doomed = top;
    }

    /** Makes the doomed inactive again. */
    final void undoom() {
        doomed = bottom;
    }

    /** Copies the oldest of the doomed, as many as there is place for; returns how many. */
    final int copyDoomed(final int[] into) {
        final int count = Math.min(into.length, doomed());
        int copied = 0;
        while (copied < count) {
            final int offset = offset(bottom + copied);
            final int run = Math.min(count - copied, PAGE_SIZE - offset);
            System.arraycopy(page(bottom + copied), offset, into, copied, run);
            copied += run;
        }
        return count;
    }

    /** Removes the oldest {@code count} of the doomed, but for the first {@code surviving} of an array. */
    final void removeDoomed(final int count, final int[] survivors, final int surviving) {
        final long until = bottom + count - surviving;
        for (int i = 0; i < surviving; i++) {
            page(until + i)[offset(until + i)] = survivors[i];
        }
        while (pageOf(bottom) < pageOf(until)) {
            pages[slot(pageOf(bottom))] = null;
            bottom = Math.min(until, (pageOf(bottom) + 1) << PAGE_BITS);
        }
        bottom = until;
    }

    private void growDirectory(final int needed) {
        final int[][] before = pages;
        final int[][] after = new int[BitUtil.findNextPositivePowerOfTwo(needed)][];
        for (long page = pageOf(bottom); page <= lastPage; page++) {
            after[(int) page & after.length - 1] = before[(int) page & before.length - 1];
        }
        pages = after;
    }

    private int[] page(final long position) {
        return pages[slot(pageOf(position))];
    }

    private int slot(final long page) {
        return (int) page & pages.length - 1;
    }

    private static long pageOf(final long position) {
        return position >> PAGE_BITS;
    }

    private static int offset(final long position) {
        return (int) position & PAGE_SIZE - 1;
    }
}
