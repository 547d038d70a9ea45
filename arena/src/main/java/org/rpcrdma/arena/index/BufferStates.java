// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The states of all buffers, which endpoint owns them, and what of the geometry it takes to find one: as near as can be
 * to who releases a buffer. The states are columns of the {@link ShardLeaf}s, which write them as well.
 */
public final class BufferStates {
    private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle OWNER = MethodHandles.arrayElementVarHandle(BufferOwner[].class);
    private static final byte PLAIN_FLAGS = StateBits.HELD_ONCE;
    private static final byte OWNED_FLAGS = (byte) (StateBits.HELD_ONCE | StateBits.OWNED);
    /** Sets what is expected apart from every state. */
    private static final long NEVER = 1L << 40;
    /** Bits that no state has. */
    private static final long NO_STATE = -1L << Integer.SIZE;
    /** The bits of a handle that are its generation. */
    private static final long GENERATIONS = HandleBits.ofGeneration(StateBits.GENERATIONS - 1);

    public final int leafShift;
    public final int columnMask;
    /** Step of generations, in a state and in a handle. */
    private final int step;

    private final long handleStep;
    public final int stride;
    /**
     * Difference of a handle's upper half from the state of its buffer: held once by anybody, or owned by an
     * endpoint.
     */
    private final long plain;

    private final long owned;
    /** Flag in a state of a buffer that an endpoint owns. */
    private final int ownedFlag;

    public volatile int[][] leaves = {};
    private boolean expectsOwners;
    /** By leaf and column; without leaves until there is an endpoint. */
    public volatile BufferOwner[][] owners = {};

    /**
     * True if a buffer may be out that nobody has: an error struck while it was between two places, and left its state
     * without holders. The frame that has the buffer then writes both where it is: a call could overflow the stack
     * again.
     */
    public volatile boolean adrift;

    /** If none is to be plain, as when races are to be caught, every hold is ended by those who look closer. */
    public BufferStates(final ShardGeometry geometry, final int tag, final boolean noneIsPlain, final int stride) {
        this.stride = stride;
        step = stride * StateBits.GENERATION;
        handleStep = HandleBits.ofGeneration(stride);
        leafShift = geometry.leafShift;
        columnMask = geometry.columnMask;
        ownedFlag = noneIsPlain ? 0 : StateBits.OWNED;
        plain = tag ^ (noneIsPlain ? NEVER : StateBits.HELD_ONCE);
        owned = plain ^ ownedFlag;
    }

    /** Adds the states of a leaf; of the same one again if an error followed. Done by one thread at a time. */
    void add(final int number, final int[] states) {
        final int[][] grown = Arrays.copyOf(leaves, number + 1);
        grown[number] = states;
        if (expectsOwners) {
            final BufferOwner[][] grownOwners = Arrays.copyOf(owners, number + 1);
            grownOwners[number] = new BufferOwner[states.length];
            owners = grownOwners;
        }
        leaves = grown;
    }

    /** Makes room for the owners of buffers. Done by one thread at a time, which adds no leaf meanwhile. */
    public void expectOwners() {
        if (!expectsOwners) {
            final BufferOwner[][] made = new BufferOwner[leaves.length][];
            for (int i = 0; i < leaves.length; i++) {
                made[i] = new BufferOwner[leaves[i].length];
            }
            owners = made;
            expectsOwners = true;
        }
    }

    /**
     * Ends the only hold of a buffer with nothing special to it; false, with nothing changed, if it is none. Not
     * atomic: of two threads at the same moment both may succeed.
     */
    public boolean endHold(final long handle) {
        final int[][] all = leaves;
        final int leaf = leaf(handle);
        return leaf >= 0
                && leaf < all.length
                && endHold(all[leaf], column(handle), handle >>> HandleBits.BUFFER_BITS ^ plain, PLAIN_FLAGS);
    }

    /**
     * Ends the holds of buffers as {@link #endHold(long)}, in their order up to the first that is not ended, or is of
     * another leaf than the first; returns how many. Each one is stepped on before the next is looked at: a buffer that
     * is named twice is ended once. An error comes before the first step.
     *
     * @param into takes the handles that the buffers have next, from an index on.
     */
    public int endHolds(final long[] handles, final int offset, final int end, final long[] into, final int at) {
        final int[][] all = leaves;
        final long first = handles[offset];
        final int leaf = leaf(first);
        return leaf < all.length && isExpected(first >>> HandleBits.BUFFER_BITS ^ plain, PLAIN_FLAGS)
                ? endHolds(all[leaf], PLAIN_FLAGS, null, null, handles, offset, end, into, at)
                : 0;
    }

    /** As above, of buffers that an endpoint owns, and goes on to own. */
    public int endHolds(
            final long[] handles,
            final int offset,
            final int end,
            final long[] into,
            final int at,
            final BufferOwner owner) {
        final BufferOwner[][] all = owners;
        final int[][] states = leaves;
        final long first = handles[offset];
        final int leaf = leaf(first);
        if (leaf >= Math.min(all.length, states.length)
                || !isExpected(first >>> HandleBits.BUFFER_BITS ^ owned, OWNED_FLAGS)) {
            return 0;
        }
        return endHolds(states[leaf], OWNED_FLAGS & StateBits.FLAGS, all[leaf], owner, handles, offset, end, into, at);
    }

    /** Returns true if a buffer may have a state; the lowest bits are compared, as the tag may be wrong. */
    private static boolean isExpected(final long state, final byte flags) {
        return (state & NO_STATE) == 0 && (byte) state == flags;
    }

    /**
     * Calls nothing: what has begun ends.
     *
     * @param flags  those of every buffer.
     * @param owners who owns the buffers of the leaf, if they are to be one owner's; else null.
     */
    private int endHolds(
            final int[] states,
            final int flags,
            final BufferOwner[] owners,
            final BufferOwner owner,
            final long[] handles,
            final int offset,
            final int end,
            final long[] into,
            final int at) {
        final int further = step;
        final long handleFurther = handleStep;
        final long shared = ~(columnMask | GENERATIONS);
        final long leafAndTag = handles[offset] & shared;
        final int count = end - offset;
        int i = 0;
        while (i < count) {
            final long handle = handles[offset + i];
            final long generationAndColumn = handle ^ leafAndTag;
            final int column = ShardGeometry.COLUMN_PADDING + (int) generationAndColumn;
            final int expected = (int) (generationAndColumn >>> HandleBits.BUFFER_BITS) | flags;
            if ((generationAndColumn & shared) != 0
                    || column >= states.length
                    || states[column] != expected
                    || owners != null && owners[column] != owner) {
                break;
            }
            states[column] = expected + further;
            into[at + i] = handle + handleFurther & Long.MAX_VALUE;
            i++;
        }
        return i;
    }

    /** As {@link #endHold(long)}, of a buffer that an endpoint owns, and goes on to own. */
    public boolean endHold(final long handle, final BufferOwner owner) {
        final int leaf = leaf(handle);
        final int column = column(handle);
        return isOwner(leaf, column, owner)
                && endHold(leaves[leaf], column, handle >>> HandleBits.BUFFER_BITS ^ owned, OWNED_FLAGS);
    }

    /**
     * The lowest bits are compared once more: if the tag is wrong, it may make up for what is special of the state. The
     * state is read and written plainly, which lets the compiler do more: whoever has the buffer next gets it in an
     * order that the shards' words, or the hands that the handle went through, bring about.
     */
    private boolean endHold(final int[] states, final int column, final long expected, final byte flags) {
        if (column >= states.length || (states[column] & 0xFFFF_FFFFL) != expected || (byte) expected != flags) {
            return false;
        }
        states[column] = (int) expected + step;
        return true;
    }

    /** Returns the handle that a buffer has after the release of this one. */
    public long next(final long handle) {
        return handle + handleStep & Long.MAX_VALUE;
    }

    /** Returns the state of a buffer that is held once with nothing special, in the generation after a state's. */
    public int next(final int state) {
        return StateBits.plus(state, stride);
    }

    private boolean isOwner(final int leaf, final int column, final BufferOwner owner) {
        final BufferOwner[][] all = owners;
        return leaf >= 0 && leaf < all.length && isOwner(all[leaf], column, owner);
    }

    private static boolean isOwner(final BufferOwner[] ofLeaf, final int column, final BufferOwner owner) {
        return column < ofLeaf.length && ofLeaf[column] == owner;
    }

    /** Returns true if an endpoint owns a buffer. */
    public boolean isOwner(final long handle, final BufferOwner owner) {
        return isOwner(leaf(handle), column(handle), owner);
    }

    /** An endpoint owns a buffer from now on that nobody else has. */
    public void own(final long handle, final BufferOwner owner) {
        final int column = column(handle);
        owners[leaf(handle)][column] = owner;
        final int[] states = leaves[leaf(handle)];
        STATE.setRelease(states, column, (int) STATE.getAcquire(states, column) | ownedFlag);
    }

    /** Nobody owns a buffer that comes to a shard. */
    public void disown(final int buffer) {
        final BufferOwner[][] all = owners;
        final int leaf = buffer >>> leafShift;
        final int column = ShardGeometry.COLUMN_PADDING + (buffer & columnMask);
        if (leaf < all.length && all[leaf][column] != null) {
            all[leaf][column] = null;
            final int[] states = leaves[leaf];
            STATE.setRelease(states, column, (int) STATE.getAcquire(states, column) & ~ownedFlag);
        }
    }

    /** Returns the endpoint that owns a buffer; null for none. */
    public BufferOwner owner(final long handle) {
        final BufferOwner[][] all = owners;
        final int leaf = leaf(handle);
        return leaf < all.length ? all[leaf][column(handle)] : null;
    }

    /**
     * Ends that an endpoint owns a buffer. Returns true if it did, to one of several threads. Nothing is called after
     * it has ended.
     */
    public boolean takeFrom(final BufferOwner owner, final long handle) {
        final BufferOwner[][] all = owners;
        final int leaf = leaf(handle);
        return leaf < all.length && OWNER.compareAndSet(all[leaf], column(handle), owner, null);
    }

    private int leaf(final long handle) {
        return HandleBits.buffer(handle) >>> leafShift;
    }

    private int column(final long handle) {
        return ShardGeometry.COLUMN_PADDING + (HandleBits.buffer(handle) & columnMask);
    }
}
