// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

/**
 * The bits of a buffer's state, which combine everything that a release checks into one word. Stateless.
 *
 * <pre>
 *  31                8    7         6      5       0
 * +-------------------+---------+--------+---------+
 * |    generation     | tracked | posted | holders |
 * |                   | or owned|        |         |
 * +-------------------+---------+--------+---------+
 *          24              1        1         6
 * </pre>
 *
 * <p>A buffer in a plain state has one holder: its state consists of its generation and a count of 1. A free buffer,
 * whose handle has not been handed out, has the same state. Therefore, a release needs only one comparison, which fails
 * if the buffer is in any special state. If the tracked bit is set, the buffer's events are recorded until its release;
 * the records of {@code LeakDetection.SIMPLE} do not need it. In an arena that tracks no buffers, the same bit means
 * that an {@code ArenaEndpoint} owns the buffer, and only a release through an endpoint expects this bit to be set.
 *
 * <p>A buffer without holders cannot be acquired, because its shard was never added or has been removed. It has no
 * valid handle.
 */
public final class StateBits {
    public static final int HELD_ONCE = 1;
    public static final int HOLDERS = 0x3F;
    public static final int POSTED = 0x40;
    public static final int TRACKED = 0x80;
    static final int OWNED = TRACKED;
    public static final int FLAGS = 0xFF;
    static final int GENERATION = 0x100;
    public static final int GENERATION_SHIFT = 8;
    /** The number of generations before they repeat. */
    public static final int GENERATIONS = 1 << 24;

    private StateBits() {}

    /**
     * Returns a buffer's initial state. Fibonacci hashing spreads the generations over arenas and buffers. Therefore, a
     * handle from another arena does not match, and events that depend on the generation do not affect all buffers at
     * the same time.
     */
    public static int first(final int arenaId, final int buffer) {
        return ((arenaId + 1) * 0x9E3779B9 + buffer * 0x85EBCA6B) & ~FLAGS | HELD_ONCE;
    }

    /** Returns the plain state with the same generation. */
    static int heldOnce(final int state) {
        return state & ~FLAGS | HELD_ONCE;
    }

    /** Returns the state of a buffer whose shard was removed. It has the same generation and is never 0. */
    static int removed(final int state) {
        return state & ~FLAGS | POSTED;
    }

    /** Returns the plain state with the next generation. */
    public static int next(final int state) {
        return heldOnce(state) + GENERATION;
    }

    public static boolean sameGeneration(final int state, final int other) {
        return ((state ^ other) & ~FLAGS) == 0;
    }

    /** Returns the number of releases between an earlier state and a later one. */
    public static int releasesBetween(final int earlier, final int later) {
        return (later >>> GENERATION_SHIFT) - (earlier >>> GENERATION_SHIFT) & GENERATIONS - 1;
    }
}
