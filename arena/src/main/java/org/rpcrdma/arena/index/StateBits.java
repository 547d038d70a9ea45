// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

/**
 * The bits of a buffer's state: everything that is checked when it is released, in one word.
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
 * <p>A buffer with nothing special to it is held once: its state is its generation and a 1. That is also the state of
 * a free buffer, whose handle nobody has yet. So a release needs one comparison, and whatever is special makes it
 * fail. Events of a tracked buffer are recorded up to its release; the record of {@code
 * LeakDetection.SIMPLE} needs no bit. So if nothing is tracked the bit says that an {@code ArenaEndpoint} owns the
 * buffer: only a release through an endpoint expects it.
 *
 * <p>A buffer without holders cannot be acquired: its shard was never added, or is not there any more. No handle is
 * good for it.
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
    /** How many there are; then they begin anew. */
    public static final int GENERATIONS = 1 << 24;

    private StateBits() {}

    /**
     * Returns the state that a buffer begins with. Spread over arenas and buffers (Fibonacci hashing), so that a
     * foreign handle does not fit, and events that depend on the generation do not hit all buffers at once.
     */
    public static int first(final int arenaId, final int buffer) {
        return ((arenaId + 1) * 0x9E3779B9 + buffer * 0x85EBCA6B) & ~FLAGS | HELD_ONCE;
    }

    /** Returns the state of a buffer that is held once with nothing special, in a state's generation. */
    static int heldOnce(final int state) {
        return state & ~FLAGS | HELD_ONCE;
    }

    /** Returns the state of a buffer whose shard is not there any more: in the same generation, and never 0. */
    static int removed(final int state) {
        return state & ~FLAGS | POSTED;
    }

    /** Returns the state of a buffer that is held once with nothing special, in the generation after a state's. */
    public static int next(final int state) {
        return heldOnce(state) + GENERATION;
    }

    public static boolean sameGeneration(final int state, final int other) {
        return ((state ^ other) & ~FLAGS) == 0;
    }

    /** Returns the number of releases from an earlier state to a later one. */
    public static int releasesBetween(final int earlier, final int later) {
        return (later >>> GENERATION_SHIFT) - (earlier >>> GENERATION_SHIFT) & GENERATIONS - 1;
    }
}
