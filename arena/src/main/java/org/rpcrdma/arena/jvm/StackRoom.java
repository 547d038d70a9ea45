// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

/**
 * Checks for stack space before a lock is taken. Releasing a lock may need more stack than taking it, for example if
 * one method is interpreted and the other compiled. If the stack overflows while the lock is being released, the lock
 * remains locked forever. Stateless.
 */
public final class StackRoom {
    /**
     * The number of stack frames to check for. It exceeds the number that a release needs, even if the compiler inlines
     * every second frame.
     */
    private static final int FRAMES = 64;

    private StackRoom() {}

    /**
     * Throws an error if little stack space is left. Call this method before you take a lock.
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
