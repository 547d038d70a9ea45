// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.agrona.collections.ArrayUtil;

/**
 * Finds the leaf that has a buffer's state, in one step whatever the size, and ends holds: laid out for the release
 * path.
 *
 * <p>A buffer's holder, or the stack or shard that has it while it is free, is the only one to write its state and its
 * owner. So both are read and written plainly where nobody else may: the next one gets the buffer in an order that a
 * shard's word, or the hands that the handle went through, bring about. Where a wrong or late release may come at the
 * same time, the state is read by acquire, and changed by compare-and-set or release ({@link ShardLeaf}).
 */
public final class BufferStates {
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
    private final int rowMask;
    /** Difference of a handle's upper half from the state of its buffer: held once by anybody. */
    private final long plain;
    /** The same of a buffer that an endpoint owns. */
    private final long plainOwned;
    /** Flag in a state of a buffer that an endpoint owns. */
    private final int ownedFlag;

    /** Volatile: a thread that finds a leaf in it sees the states that the leaf was made with. */
    private volatile ShardLeaf[] leaves = {};

    /** The states of the leaves: a load less on the release path. Written after the leaves, so a reader finds these. */
    private volatile int[][] statesOfLeaves = {};

    private boolean expectsOwners;

    /** If none is to be plain, as when races are to be caught, every hold is ended by those who look closer. */
    public BufferStates(final ShardGeometry geometry, final int tag, final boolean noneIsPlain) {
        leafShift = geometry.leafShift;
        rowMask = geometry.rowMask;
        ownedFlag = noneIsPlain ? 0 : StateBits.OWNED;
        plain = tag ^ (noneIsPlain ? NEVER : StateBits.HELD_ONCE);
        plainOwned = plain ^ ownedFlag;
    }

    /** Adds a leaf behind the others. Done by one thread at a time, as {@link #expectOwners}. */
    void add(final ShardLeaf leaf) {
        if (expectsOwners) {
            expectOwners(leaf);
        }
        leaves = ArrayUtil.add(leaves, leaf);
        statesOfLeaves = ArrayUtil.add(statesOfLeaves, leaf.states);
    }

    /** Makes room for the owners of buffers. */
    public void expectOwners() {
        if (!expectsOwners) {
            Arrays.stream(leaves).forEach(BufferStates::expectOwners);
            expectsOwners = true;
        }
    }

    private static void expectOwners(final ShardLeaf leaf) {
        leaf.owners = new BufferOwner[leaf.states.length];
    }

    /** Returns the leaves, lowest first; not to be changed. */
    ShardLeaf[] leaves() {
        return leaves;
    }

    /** Returns the leaf that holds a buffer; null if no shard near it was ever added. */
    ShardLeaf leafOf(final int buffer) {
        final ShardLeaf[] all = leaves;
        final int leaf = buffer >>> leafShift;
        return leaf < all.length ? all[leaf] : null;
    }

    /**
     * Ends the only hold of a buffer with nothing special to it; false, with nothing changed, if it is none. Not
     * atomic: of two threads at the same moment both may succeed.
     *
     * @param owner the endpoint that owns the buffer, and goes on to own it; null for none.
     */
    public boolean endHold(final long handle, final BufferOwner owner) {
        final int[][] all = statesOfLeaves;
        final int buffer = HandleBits.buffer(handle);
        final int leaf = buffer >>> leafShift;
        if (leaf >= all.length) {
            return false;
        }
        final int[] states = all[leaf];
        final int row = row(buffer);
        final long expected = handle >>> HandleBits.BUFFER_BITS ^ (owner == null ? plain : plainOwned);
        // The lowest bits are compared once more: if the tag is wrong, it may make up for a special state.
        if (row >= states.length
                || (states[row] & 0xFFFF_FFFFL) != expected
                || (byte) expected != (owner == null ? PLAIN_FLAGS : OWNED_FLAGS)
                || owner != null && leaves[leaf].owners[row] != owner) {
            return false;
        }
        states[row] = (int) expected + StateBits.GENERATION;
        return true;
    }

    /**
     * Ends the holds of buffers as {@link #endHold}, in their order up to the first that is not ended, or is of another
     * leaf than the first; returns how many. Each one is stepped on before the next is looked at: a buffer that is
     * named twice is ended once.
     *
     * @param most how many, at least 1.
     * @param into takes the handles that the buffers have next, from an index on.
     */
    public int endHolds(
            final long[] handles,
            final int offset,
            final int most,
            final long[] into,
            final int at,
            final BufferOwner owner) {
        final ShardLeaf leaf = leafOf(HandleBits.buffer(handles[offset]));
        final byte flags = owner == null ? PLAIN_FLAGS : OWNED_FLAGS;
        final long first = handles[offset] >>> HandleBits.BUFFER_BITS ^ (owner == null ? plain : plainOwned);
        if (leaf == null || (first & NO_STATE) != 0 || (byte) first != flags) {
            return 0;
        }
        final int[] states = leaf.states;
        final BufferOwner[] owners = owner == null ? null : leaf.owners;
        final long shared = ~(rowMask | GENERATIONS);
        final long leafAndTag = handles[offset] & shared;
        int ended = 0;
        while (ended < most) {
            final long handle = handles[offset + ended];
            final long generationAndRow = handle ^ leafAndTag;
            final int row = ShardGeometry.ROW_PADDING + (int) generationAndRow;
            final int expected = (int) (generationAndRow >>> HandleBits.BUFFER_BITS) | flags & StateBits.FLAGS;
            if ((generationAndRow & shared) != 0
                    || row >= states.length
                    || states[row] != expected
                    || owners != null && owners[row] != owner) {
                break;
            }
            states[row] = expected + StateBits.GENERATION;
            into[at + ended++] = HandleBits.next(handle);
        }
        return ended;
    }

    /** Ends every hold of a buffer that only the calling thread knows, and that nobody owns from now on. */
    public void reset(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        own(buffer, null);
        leafOf(buffer).setState(buffer, StateBits.next(leafOf(buffer).state(buffer)));
    }

    /** An endpoint owns a buffer from now on that nobody else has; none if that is null. */
    public void own(final int buffer, final BufferOwner owner) {
        final ShardLeaf leaf = leafOf(buffer);
        final BufferOwner[] owners = leaf.owners;
        if (owners != null && (owner != null || owners[row(buffer)] != null)) {
            owners[row(buffer)] = owner;
            leaf.setState(buffer, leaf.state(buffer) & ~ownedFlag | (owner == null ? 0 : ownedFlag));
        }
    }

    /** Returns the endpoint that owns a buffer; null for none, or if no buffer has the number. */
    private BufferOwner owner(final int buffer) {
        final ShardLeaf leaf = leafOf(buffer);
        return leaf == null || leaf.owners == null || !leaf.has(buffer) ? null : leaf.owners[row(buffer)];
    }

    /** Returns true if an endpoint owns a buffer. */
    public boolean isOwner(final long handle, final BufferOwner owner) {
        return owner(HandleBits.buffer(handle)) == owner;
    }

    /** Clears the ownership of a buffer that was released elsewhere; one of several threads tells the endpoint. */
    public void lose(final long handle) {
        final BufferOwner owner = owner(HandleBits.buffer(handle));
        if (owner != null && takeFrom(owner, handle)) {
            owner.lose();
        }
    }

    /** Clears the ownership of a buffer; returns true to the one of several threads that did. */
    public boolean takeFrom(final BufferOwner owner, final long handle) {
        final int buffer = HandleBits.buffer(handle);
        return OWNER.compareAndSet(leafOf(buffer).owners, row(buffer), owner, null);
    }

    private int row(final int buffer) {
        return ShardGeometry.ROW_PADDING + (buffer & rowMask);
    }
}
