// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The states of all buffers, which endpoint owns them, and the geometry needed to find one: laid out for the
 * release path. The states are columns of the {@link ShardLeaf}s, which write them as well.
 *
 * <p>A buffer's holder, or the stack or shard that has it while it is free, is the only one to write its state and its
 * owner. So both are read and written plainly where nobody else may: the next one gets the buffer in an order that a
 * shard's word, or the hands that the handle went through, bring about. Where a wrong or late release may come at the
 * same time, the state is read by acquire, and changed by compare-and-set or release.
 */
public final class BufferStates {
    private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle OWNER = MethodHandles.arrayElementVarHandle(BufferOwner[].class);
    private static final byte PLAIN_FLAGS = StateBits.HELD_ONCE;
    private static final byte OWNED_FLAGS = (byte) (StateBits.HELD_ONCE | StateBits.OWNED);
    /** Makes the expected value differ from every state. */
    private static final long NEVER = 1L << 40;
    /** Bits that no state has. */
    private static final long NO_STATE = -1L << Integer.SIZE;
    /** The bits of a handle that are its generation. */
    private static final long GENERATIONS = HandleBits.ofGeneration(StateBits.GENERATIONS - 1);

    private final int leafShift;
    private final int columnMask;
    /** Step of generations, in a state and in a handle. */
    private final int step;

    private final long handleStep;
    final int stride;
    /** Difference of a handle's upper half from the state of its buffer: held once by anybody. */
    private final long plain;
    /** The same of a buffer that an endpoint owns. */
    private final long plainOwned;
    /** Flag in a state of a buffer that an endpoint owns. */
    private final int ownedFlag;

    /** Volatile, as are the owners: who finds a leaf's column in it sees the states that the leaf was made with. */
    private volatile int[][] leaves = {};

    private boolean expectsOwners;
    /** The same with the owners; empty until there is an endpoint. */
    private volatile OwnedLeaf[] owned = {};

    /** The states and the owners of a leaf's buffers, found in one look-up. */
    private record OwnedLeaf(int[] states, BufferOwner[] owners) {
        OwnedLeaf(final int[] states) {
            this(states, new BufferOwner[states.length]);
        }
    }

    /** If none is to be plain, as when races are to be caught, every hold is ended by those who look closer. */
    public BufferStates(final ShardGeometry geometry, final int tag, final boolean noneIsPlain, final int stride) {
        this.stride = stride;
        step = stride * StateBits.GENERATION;
        handleStep = HandleBits.ofGeneration(stride);
        leafShift = geometry.leafShift;
        columnMask = geometry.columnMask;
        ownedFlag = noneIsPlain ? 0 : StateBits.OWNED;
        plain = tag ^ (noneIsPlain ? NEVER : StateBits.HELD_ONCE);
        plainOwned = plain ^ ownedFlag;
    }

    /** Adds the states of a leaf; of the same one again if an error followed. Done by one thread at a time. */
    void add(final int number, final int[] states) {
        final int[][] grown = Arrays.copyOf(leaves, number + 1);
        grown[number] = states;
        if (expectsOwners) {
            final OwnedLeaf[] grownOwned = Arrays.copyOf(owned, number + 1);
            grownOwned[number] = new OwnedLeaf(states);
            owned = grownOwned;
        }
        leaves = grown;
    }

    /** Makes room for the owners of buffers. Done by one thread at a time, which adds no leaf meanwhile. */
    public void expectOwners() {
        if (!expectsOwners) {
            owned = Arrays.stream(leaves).map(OwnedLeaf::new).toArray(OwnedLeaf[]::new);
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
        return leaf < all.length
                && endHold(all[leaf], column(handle), handle >>> HandleBits.BUFFER_BITS ^ plain, PLAIN_FLAGS);
    }

    /** As {@link #endHold(long)}, of a buffer that an endpoint owns, and goes on to own. */
    public boolean endHold(final long handle, final BufferOwner owner) {
        final OwnedLeaf[] all = owned;
        final int leaf = leaf(handle);
        final int column = column(handle);
        return leaf < all.length
                && column < all[leaf].owners.length
                && all[leaf].owners[column] == owner
                && endHold(all[leaf].states, column, handle >>> HandleBits.BUFFER_BITS ^ plainOwned, OWNED_FLAGS);
    }

    /** The lowest bits are compared once more: if the tag is wrong, it may make up for a special state. */
    private boolean endHold(final int[] states, final int column, final long expected, final byte flags) {
        if (column >= states.length || (states[column] & 0xFFFF_FFFFL) != expected || (byte) expected != flags) {
            return false;
        }
        states[column] = (int) expected + step;
        return true;
    }

    /**
     * Ends the holds of buffers as {@link #endHold(long)}, in their order up to the first that is not ended, or is of
     * another leaf than the first; returns how many. Each one is stepped on before the next is looked at: a buffer
     * that is named twice is ended once.
     *
     * @param into  takes the handles that the buffers have next, from an index on.
     * @param owner the endpoint that owns all of them, and goes on to own them; null for none.
     */
    public int endHolds(
            final long[] handles,
            final int offset,
            final int end,
            final long[] into,
            final int at,
            final BufferOwner owner) {
        final int[][] states = leaves;
        final OwnedLeaf[] all = owned;
        final long first = handles[offset];
        final int leaf = leaf(first);
        final byte flags = owner == null ? PLAIN_FLAGS : OWNED_FLAGS;
        final long state = first >>> HandleBits.BUFFER_BITS ^ (owner == null ? plain : plainOwned);
        if (leaf >= states.length
                || owner != null && leaf >= all.length
                || (state & NO_STATE) != 0
                || (byte) state != flags) {
            return 0;
        }
        final BufferOwner[] ofLeaf = owner == null ? null : all[leaf].owners;
        return endHolds(states[leaf], flags & StateBits.FLAGS, ofLeaf, owner, handles, offset, end, into, at);
    }

    /**
     * Ends the holds of one leaf's buffers.
     *
     * @param flags  those of every buffer.
     * @param owners the endpoints that own the leaf's buffers, if one is to own all of these; else null.
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

    /** Returns the handle that a buffer has after the release of this one. */
    public long next(final long handle) {
        return handle + handleStep & Long.MAX_VALUE;
    }

    /** Returns the state of a buffer that is held once with nothing special, in the generation after a state's. */
    public int next(final int state) {
        return StateBits.plus(state, stride);
    }

    /** Returns how many releases ago a buffer had a state, seen from the one that it has. */
    public int age(final int state, final int then) {
        return StateBits.age(state, then, stride);
    }

    /** Ends every hold of a buffer that only the calling thread knows, and that nobody owns from now on. */
    public void reset(final long handle) {
        disown(HandleBits.buffer(handle));
        final int[] states = leaves[leaf(handle)];
        STATE.setRelease(states, column(handle), next((int) STATE.getAcquire(states, column(handle))));
    }

    /** Returns the endpoint that owns a buffer; null for none, or if no buffer has the number. */
    private BufferOwner owner(final long handle) {
        final OwnedLeaf[] all = owned;
        final int leaf = leaf(handle);
        final int column = column(handle);
        return leaf < all.length && column < all[leaf].owners.length ? all[leaf].owners[column] : null;
    }

    /** Returns true if an endpoint owns a buffer. */
    public boolean isOwner(final long handle, final BufferOwner owner) {
        return owner(handle) == owner;
    }

    /** An endpoint owns a buffer from now on that nobody else has. */
    public void own(final long handle, final BufferOwner owner) {
        final int column = column(handle);
        final OwnedLeaf leaf = owned[leaf(handle)];
        final int[] states = leaf.states;
        leaf.owners[column] = owner;
        STATE.setRelease(states, column, (int) STATE.getAcquire(states, column) | ownedFlag);
    }

    /** Nobody owns a buffer that comes to a shard. */
    public void disown(final int buffer) {
        if (owner(buffer) != null) {
            final int column = column(buffer);
            final OwnedLeaf leaf = owned[leaf(buffer)];
            final int[] states = leaf.states;
            leaf.owners[column] = null;
            STATE.setRelease(states, column, (int) STATE.getAcquire(states, column) & ~ownedFlag);
        }
    }

    /** Takes a buffer that was released past its endpoint away from it: one of several threads tells the endpoint. */
    public void lose(final long handle) {
        final BufferOwner owner = owner(handle);
        if (owner != null && takeFrom(owner, handle)) {
            owner.lose();
        }
    }

    /** Ends that an endpoint owns a buffer. Returns true if it did, to one of several threads. */
    public boolean takeFrom(final BufferOwner owner, final long handle) {
        return OWNER.compareAndSet(owned[leaf(handle)].owners, column(handle), owner, null);
    }

    private int leaf(final long handle) {
        return HandleBits.buffer(handle) >>> leafShift;
    }

    private int column(final long handle) {
        return ShardGeometry.COLUMN_PADDING + (HandleBits.buffer(handle) & columnMask);
    }
}
