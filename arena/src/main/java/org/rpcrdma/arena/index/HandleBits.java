// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

/**
 * The bits of a buffer's handle.
 *
 * <pre>
 *  63  62            39  38      31  30                     0
 * +---+----------------+-----------+-------------------------+
 * | 0 |   generation   | arena tag |   shard    |    slot    |
 * +---+----------------+-----------+-------------------------+
 *   1         24             8        31 together: the buffer
 * </pre>
 *
 * <p>A buffer's generation steps with each release: a handle opens the buffer until it is released, and never again
 * (until the buffer was released 2<sup>24</sup> times). The tag and the first generation differ from arena to arena. A
 * handle is never negative. The tag is never 0, so no number below 2<sup>31</sup>, such as a count, is a handle. How
 * the buffer's bits are shared between shard and slot is the arena's {@link ShardGeometry}.
 */
public final class HandleBits {
    /** No handle. */
    public static final long NONE = -1L;

    static final int BUFFER_BITS = 31;
    static final int TAG_MASK = 0xFF;

    public static final int GENERATION_SHIFT = 39;

    private HandleBits() {}

    /** Returns an arena's tag, 255 to 1: that of the 255th arena from it. */
    public static int tag(final int arenaId) {
        return TAG_MASK - Integer.remainderUnsigned(arenaId, TAG_MASK);
    }

    public static long of(final int state, final int tag, final int buffer) {
        return (long) (state >>> StateBits.GENERATION_SHIFT) << GENERATION_SHIFT | (long) tag << BUFFER_BITS | buffer;
    }

    /** Returns the bits of a generation where they are in a handle. */
    public static long ofGeneration(final int generation) {
        return (long) generation << GENERATION_SHIFT;
    }

    /** Returns the handle that a buffer has after the release of this one. */
    public static long next(final long handle) {
        return handle + (1L << GENERATION_SHIFT) & Long.MAX_VALUE;
    }

    public static int buffer(final long handle) {
        return (int) handle & Integer.MAX_VALUE;
    }

    /**
     * Returns the state that the handle's buffer has while it is held once; its lowest bits are wrong if the tag is.
     */
    public static int state(final long handle, final int tag) {
        return (int) (handle >>> BUFFER_BITS) ^ tag ^ StateBits.HELD_ONCE;
    }
}
