// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * Finds out whether a thread's stack has room for what comes, before anything is changed: a {@link StackOverflowError} comes
 * here then, and not between two steps that belong together.
 */
final class StackRoom {
    private static final int DEPTH = 16;

    private StackRoom() {}

    /** Throws a {@link StackOverflowError} if less than a few thousand bytes are left. */
    static void check() {
        descend(DEPTH, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
    }

    /** The many parameters make a large frame, compiled or not. */
    private static long descend(
            final int depth,
            final long a,
            final long b,
            final long c,
            final long d,
            final long e,
            final long f,
            final long g,
            final long h,
            final long i,
            final long j,
            final long k,
            final long l,
            final long m,
            final long n,
            final long o,
            final long p,
            final long q,
            final long r,
            final long s,
            final long t) {
        return depth == 0
                ? a
                : descend(depth - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, a + depth) + t;
    }
}
