// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

/**
 * The buffers that a connection has, wherever they are: for its end. In an array of just their number, for a server has
 * many thousands of connections. Few are given back before the end, and of those most were taken last.
 */
final class HeldBuffers {
    private final long[] handles;
    private int count;

    /** For a number of buffers at most. */
    HeldBuffers(final int capacity) {
        handles = new long[capacity];
    }

    int count() {
        return count;
    }

    void add(final long handle) {
        handles[count++] = handle;
    }

    /** Removes a buffer, which must be there. */
    void remove(final long handle) {
        int i = count - 1;
        while (handles[i] != handle) {
            i--;
        }
        handles[i] = handles[--count];
    }

    /** Removes a buffer, of which there must be one, and returns it. */
    long removeLast() {
        return handles[--count];
    }
}
