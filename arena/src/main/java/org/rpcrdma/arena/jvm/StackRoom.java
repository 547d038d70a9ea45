// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

/**
 * Room on a thread's stack for leaving a lock. Leaving may take more of the stack than taking does, as when the one is
 * interpreted and the other compiled. If the stack overflows there, the lock is locked for ever. Stateless.
 */
public final class StackRoom {
    /** Frames of this class's method: more than leaving a lock takes, also if the compiler inlines every other one. */
    private static final int FRAMES = 64;

    private StackRoom() {}

    /**
     * Returns if the stack has room. Call it before a lock is taken.
     *
     * @throws StackOverflowError if the stack is too full.
     */
    public static void require() {
        descend(FRAMES);
    }

    private static int descend(final int frames) {
        return frames == 0 ? 0 : 1 + descend(frames - 1);
    }
}
