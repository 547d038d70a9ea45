// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

/**
 * The bits of a buffer's handle. Stateless.
 *
 * <pre>
 *  63  62            39  38      31  30                     0
 * +---+----------------+-----------+-------------------------+
 * | 0 |   generation   | arena tag |   shard    |    slot    |
 * +---+----------------+-----------+-------------------------+
 *   1         24             8        31 together: the buffer
 * </pre>
 *
 * <p>Each release advances a buffer's generation. A handle is therefore valid only until the buffer is released, and
 * does not become valid again before the buffer has been released 2<sup>24</sup> times. Arenas have different tags and
 * first generations. A handle is never negative. The tag is never 0, so no number below 2<sup>31</sup>, such as a
 * count, is a handle. The arena's {@link ShardGeometry} divides the buffer's bits between shard and slot.
 */
public final class HandleBits {
    /** The value that represents no handle. */
    public static final long NONE = -1L;

    static final int BUFFER_BITS = 31;
    static final int TAG_MASK = 0xFF;
    static final long SIGN_AND_TAG = Long.MIN_VALUE | (long) TAG_MASK << BUFFER_BITS;

    public static final int GENERATION_SHIFT = 39;

    private HandleBits() {}

    /** Returns an arena's tag. Tags count down from 255 to 1, so every 255th arena has the same tag. */
    public static int tag(final int arenaId) {
        return TAG_MASK - Integer.remainderUnsigned(arenaId, TAG_MASK);
    }

    public static long of(final int state, final int tag, final int buffer) {
        return (long) (state >>> StateBits.GENERATION_SHIFT) << GENERATION_SHIFT | (long) tag << BUFFER_BITS | buffer;
    }

    /** Returns a generation's bits, shifted to their position in a handle. */
    public static long ofGeneration(final int generation) {
        return (long) generation << GENERATION_SHIFT;
    }

    /** Returns the handle that the buffer has after this handle is released. */
    public static long next(final long handle) {
        return handle + (1L << GENERATION_SHIFT) & Long.MAX_VALUE;
    }

    public static int buffer(final long handle) {
        return (int) handle & Integer.MAX_VALUE;
    }

    /**
     * Returns the state of the handle's buffer while the buffer has one holder. If the handle has a wrong tag, the
     * lowest bits of the result are wrong.
     */
    public static int state(final long handle, final int tag) {
        return (int) (handle >>> BUFFER_BITS) ^ tag ^ StateBits.HELD_ONCE;
    }
}
