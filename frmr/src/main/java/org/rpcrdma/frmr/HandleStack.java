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
package org.rpcrdma.frmr;

import org.agrona.BitUtil;

/**
 * A pool's idle handles: a stack whose lower part is older. Handles are pushed and popped at the top and destroyed
 * from the bottom; two lines through the stack tell how long they have been idle.
 *
 * <pre>
 *   top       +--------+
 *             | active |   pushed since the last ageing pass
 *   aged      +--------+
 *             |inactive|   not touched since the last pass
 *   doomed    +--------+
 *             | doomed |   being destroyed by a pass that is under way
 *   bottom    +--------+
 * </pre>
 *
 * <p>Ageing moves a line, not handles. A pop that digs below a line takes the line down with it. Positions count
 * on for ever, in pages of 1024 handles that sit in a circular directory: a page is dropped once the bottom has
 * passed it. Room is reserved when a handle is made, so pushing one allocates nothing. Not thread-safe.
 */
final class HandleStack {
    private static final int PAGE_BITS = 10;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;

    private int[][] pages = new int[4][];

    /** The pages from the bottom's to this one are there, and no others. */
    private long lastPage = -1;

    private long bottom;
    private long doomed;
    private long aged;
    private long top;

    boolean isEmpty() {
        return top == bottom;
    }

    int size() {
        return (int) (top - bottom);
    }

    int active() {
        return (int) (top - aged);
    }

    int inactive() {
        return (int) (aged - bottom);
    }

    int doomed() {
        return (int) (doomed - bottom);
    }

    /** Makes room for so many handles, those that are here included. */
    void reserve(final int handles) {
        reserve(bottom, bottom + handles);
    }

    /** Gives up room beyond so many handles, those that are here included. */
    void trim(final int handles) {
        final long last = pageOf(bottom + handles - 1);
        while (lastPage > last) {
            pages[slot(lastPage)] = null;
            lastPage--;
        }
    }

    /** Needs room that was reserved. */
    void push(final int handle) {
        page(top)[offset(top)] = handle;
        top++;
    }

    /** Needs a handle to be here. */
    int pop() {
        top--;
        if (top < aged) {
            aged = top;
            doomed = Math.min(doomed, top);
        }
        return page(top)[offset(top)];
    }

    /** Moves both lines: what was inactive is doomed, what was active is inactive. */
    void age() {
        doomed = aged;
        aged = top;
    }

    /** Removes handles that are doomed, the oldest first. */
    void takeDoomed(final int[] into, final int count) {
        for (int i = 0; i < count; i++) {
            into[i] = page(bottom)[offset(bottom)];
            bottom++;
            if (offset(bottom) == 0) {
                pages[slot(pageOf(bottom) - 1)] = null;
            }
        }
    }

    /** Puts handles back that were doomed. */
    void returnDoomed(final int[] from, final int count) {
        reserve(bottom - count, top);
        for (int i = count - 1; i >= 0; i--) {
            bottom--;
            page(bottom)[offset(bottom)] = from[i];
        }
    }

    private void reserve(final long from, final long to) {
        final long first = pageOf(from);
        final long last = Math.max(lastPage, pageOf(to - 1));
        if (last - first >= pages.length) {
            growDirectory((int) (last - first + 1));
        }
        for (long page = first; page < pageOf(bottom); page++) {
            pages[slot(page)] = new int[PAGE_SIZE];
        }
        while (lastPage < last) {
            lastPage++;
            pages[slot(lastPage)] = new int[PAGE_SIZE];
        }
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
