// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

/**
 * Makes sure that the calling thread's stack has room for steps that belong together. A {@link StackOverflowError} is
 * thrown here, before anything has changed, and not between taking a lock and giving it back. Stateless.
 */
public final class StackRoom {
    /** Room for a few short calls: 4 KB of compiled frames, three times as much interpreted. */
    public static final int SOME = 64;

    /**
     * Room for calls of some depth: frames of at least eight words compiled, 8 KB; of two dozen and more interpreted,
     * some 40 KB.
     */
    public static final int MUCH = 128;

    private StackRoom() {}

    /**
     * Throws a {@link StackOverflowError} if the calling thread's stack has less room.
     *
     * @param frames {@link #SOME} or {@link #MUCH}.
     */
    public static void require(final int frames) {
        descend(frames, 1, 2, 3, 4, 5, 6);
    }

    /** Goes down frame by frame. The arguments are used after the call, so that each frame keeps them. */
    private static long descend(
            final int frames, final long a, final long b, final long c, final long d, final long e, final long f) {
        return frames == 0 ? a : descend(frames - 1, b, c, d, e, f, a) + (a ^ b) + (c ^ d) + (e ^ f);
    }
}
