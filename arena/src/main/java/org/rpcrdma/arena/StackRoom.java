// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Makes sure that the calling thread's stack has room for what must not end half-way. A {@link StackOverflowError} comes from here then,
 * before anything has changed, and not from between taking a lock and giving it back.
 */
final class StackRoom {
    /** Frames of two dozen words and more where interpreted, some 40 KB; of at least eight where compiled, 8 KB. */
    private static final int FRAMES = 128;

    private StackRoom() {}

    /** Throws a {@link StackOverflowError} where there is less room. */
    static void require() {
        descend(FRAMES, 1, 2, 3, 4, 5, 6);
    }

    /** The arguments are used after the call, so that each frame keeps them. */
    private static long descend(
            final int frames, final long a, final long b, final long c, final long d, final long e, final long f) {
        return frames == 0 ? a : descend(frames - 1, b, c, d, e, f, a) + (a ^ b) + (c ^ d) + (e ^ f);
    }
}
