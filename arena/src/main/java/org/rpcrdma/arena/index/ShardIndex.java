// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ToLongFunction;
import org.agrona.collections.ArrayUtil;
import org.rpcrdma.arena.mapper.ShardMapper;

/**
 * Finds a buffer's state, in one step whatever the size, and a shard that has a free buffer, by {@link Marks}; and ends
 * holds: laid out for the release path.
 *
 * <p>A buffer's holder, or the stack or shard that has it while it is free, is the only one to write its state and its
 * owner. So both are read and written plainly where nobody else may: the next one gets the buffer in an order that a
 * shard's word, or the hands that the handle went through, bring about. Where a wrong or late release may come at the
 * same time, the state is read by acquire, and changed by compare-and-set or release ({@link ShardLeaf}).
 *
 * <p>{@link #leafFor}, {@link #expectOwners} and {@link #markAll} are called by one thread at a time.
 */
public final class ShardIndex {
    /** Owner of a buffer that no endpoint owns. */
    public static final int NOBODY = 0;

    private static final VarHandle OWNER = MethodHandles.arrayElementVarHandle(int[].class);
    private static final byte PLAIN_FLAGS = StateBits.HELD_ONCE;
    private static final byte OWNED_FLAGS = (byte) (StateBits.HELD_ONCE | StateBits.OWNED);
    /** Makes the expected value differ from every state. */
    private static final long NEVER = 1L << 40;
    /** Bits that no state has. */
    private static final long NO_STATE = -1L << Integer.SIZE;
    /** The bits of a handle that are its generation. */
    private static final long GENERATIONS = HandleBits.ofGeneration(StateBits.GENERATIONS - 1);

    public final ShardGeometry geometry;
    public final int tag;
    private final ShardMapper mapper;
    private final Marks marks;
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
    private volatile int[][] states = {};
    /**
     * The numbers of the endpoints that own the buffers, in columns as the states; without columns until there is an
     * endpoint. Written before the leaves, and before an endpoint gets a buffer.
     */
    private volatile int[][] owners = {};

    private boolean expectsOwners;

    /** If none is to be plain, as when races are to be caught, every hold is ended by those who look closer. */
    public ShardIndex(
            final ShardGeometry geometry, final int tag, final ShardMapper mapper, final boolean noneIsPlain) {
        this.geometry = geometry;
        this.mapper = mapper;
        this.tag = tag;
        marks = new Marks(geometry.maxShards);
        leafShift = geometry.leafShift;
        rowMask = geometry.rowMask;
        ownedFlag = noneIsPlain ? 0 : StateBits.OWNED;
        plain = tag ^ (noneIsPlain ? NEVER : StateBits.HELD_ONCE);
        plainOwned = plain ^ ownedFlag;
    }

    /** Returns the leaf of a shard, made if it is not there yet; leaves are made in order. */
    public ShardLeaf leafFor(final int shard) {
        final int number = shard >>> geometry.leafBits;
        if (number == leaves.length) {
            final ShardLeaf leaf = new ShardLeaf(geometry, tag, number << geometry.leafBits, mapper);
            final ShardLeaf[] more = ArrayUtil.add(leaves, leaf);
            final int[][] moreStates = ArrayUtil.add(states, leaf.states);
            if (expectsOwners) {
                owners = ArrayUtil.add(owners, new int[leaf.states.length]);
            }
            leaves = more;
            states = moreStates;
        }
        return leaves[number];
    }

    /** Makes room for the owners of buffers. */
    public void expectOwners() {
        if (!expectsOwners) {
            final int[][] columns = new int[leaves.length][];
            for (int leaf = 0; leaf < columns.length; leaf++) {
                columns[leaf] = new int[states[leaf].length];
            }
            owners = columns;
            expectsOwners = true;
        }
    }

    /** Returns the leaf that holds a buffer; null if no shard near it was ever added. */
    public ShardLeaf leafOf(final int buffer) {
        final ShardLeaf[] all = leaves;
        final int leaf = buffer >>> leafShift;
        return leaf < all.length ? all[leaf] : null;
    }

    /** Takes the lowest free buffer; returns its handle, or {@link HandleBits#NONE}. */
    public long take() {
        int shard;
        while ((shard = marks.find(0)) != Marks.NONE) {
            final long handle = leafFor(shard).take(shard);
            if (handle != HandleBits.NONE) {
                return handle;
            }
            unmark(shard);
        }
        return HandleBits.NONE;
    }

    /**
     * Takes free buffers of one shard, the lowest first; returns how many.
     *
     * @param from the shard to begin with: 0 for the lowest that has any.
     */
    public int take(final long[] handles, final int offset, final int count, final int from) {
        int shard;
        while ((shard = marks.find(from)) != Marks.NONE) {
            final int taken = leafFor(shard).take(shard, handles, offset, count);
            if (taken > 0) {
                return taken;
            }
            unmark(shard);
        }
        return 0;
    }

    /** Clears the mark of a shard that was found full. */
    private void unmark(final int shard) {
        marks.clear(shard);
        if (leafFor(shard).hasFree(shard)) {
            marks.mark(shard);
        }
    }

    /**
     * Makes a buffer free; false if it is already.
     *
     * @param isUse false if the buffer idled on a stack: then its shard does not count as used.
     */
    public boolean put(final int buffer, final boolean isUse) {
        final boolean put = leafOf(buffer).put(buffer, isUse);
        if (put) {
            marks.mark(geometry.shard(buffer));
        }
        return put;
    }

    /** Returns true if a search would be led to something. */
    public boolean hasMarks() {
        return marks.find(0) != Marks.NONE;
    }

    /** Marks the way to a shard in which a buffer has become free. */
    public void mark(final int shard) {
        marks.mark(shard);
    }

    /** Sets every mark that is missing, also if the thread that is about to set it does not come to it. */
    public boolean markAll() {
        boolean any = false;
        for (final ShardLeaf leaf : leaves) {
            for (int shard = leaf.firstShard; shard < leaf.endShard; shard++) {
                if (leaf.hasFree(shard)) {
                    marks.mark(shard);
                    any = true;
                }
            }
        }
        return any;
    }

    /** Returns buffers that are free in the shards. */
    public long countFree() {
        return sum(ShardLeaf::countFree);
    }

    /** Gives no buffer out any more, to anybody; or gives buffers out again. */
    public void setClosed(final boolean closed) {
        for (final ShardLeaf leaf : leaves) {
            leaf.setClosed(closed);
        }
        if (!closed) {
            markAll();
        }
    }

    /** Returns how often buffers were given back to the shards; only for comparison with an earlier value. */
    public long releases() {
        return sum(ShardLeaf::releases);
    }

    /** Makes no object. */
    private long sum(final ToLongFunction<ShardLeaf> figure) {
        long sum = 0;
        for (final ShardLeaf leaf : leaves) {
            sum += figure.applyAsLong(leaf);
        }
        return sum;
    }

    /**
     * Ends the only hold of a buffer with nothing special to it; false, with nothing changed, if it is none. Not
     * atomic: of two threads at the same moment both may succeed.
     *
     * @param owner the endpoint that owns the buffer, and goes on to own it; {@link #NOBODY} for none.
     */
    public boolean endHold(final long handle, final int owner) {
        final int[][] all = states;
        final int buffer = HandleBits.buffer(handle);
        final int leaf = buffer >>> leafShift;
        if (leaf >= all.length) {
            return false;
        }
        final int[] column = all[leaf];
        final int row = row(buffer);
        final long expected = handle >>> HandleBits.BUFFER_BITS ^ (owner == NOBODY ? plain : plainOwned);
        // The lowest bits are compared once more: if the tag is wrong, it may make up for a special state.
        if ((column[row] & 0xFFFF_FFFFL) != expected
                || (byte) expected != (owner == NOBODY ? PLAIN_FLAGS : OWNED_FLAGS)
                || owner != NOBODY && owners[leaf][row] != owner) {
            return false;
        }
        column[row] = (int) expected + StateBits.GENERATION;
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
            final long[] handles, final int offset, final int most, final long[] into, final int at, final int owner) {
        final int[][] all = states;
        final int leaf = HandleBits.buffer(handles[offset]) >>> leafShift;
        final byte flags = owner == NOBODY ? PLAIN_FLAGS : OWNED_FLAGS;
        final long first = handles[offset] >>> HandleBits.BUFFER_BITS ^ (owner == NOBODY ? plain : plainOwned);
        if (leaf >= all.length || (first & NO_STATE) != 0 || (byte) first != flags) {
            return 0;
        }
        final int[] column = all[leaf];
        final int[] ownerColumn = owner == NOBODY ? null : owners[leaf];
        final long shared = ~(rowMask | GENERATIONS);
        final long leafAndTag = handles[offset] & shared;
        int ended = 0;
        while (ended < most) {
            final long handle = handles[offset + ended];
            final long generationAndRow = handle ^ leafAndTag;
            final int row = ShardGeometry.ROW_PADDING + (int) generationAndRow;
            final int expected = (int) (generationAndRow >>> HandleBits.BUFFER_BITS) | flags & StateBits.FLAGS;
            if ((generationAndRow & shared) != 0
                    || column[row] != expected
                    || ownerColumn != null && ownerColumn[row] != owner) {
                break;
            }
            column[row] = expected + StateBits.GENERATION;
            into[at + ended++] = HandleBits.next(handle);
        }
        return ended;
    }

    /** Ends every hold of a buffer that only the calling thread knows, and that nobody owns from now on. */
    public void reset(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        own(buffer, NOBODY);
        leafOf(buffer).setState(buffer, StateBits.next(leafOf(buffer).state(buffer)));
    }

    /** An endpoint, or {@link #NOBODY}, owns a buffer from now on that nobody else has. */
    public void own(final int buffer, final int owner) {
        if (owner != this.owner(buffer)) {
            final ShardLeaf leaf = leafOf(buffer);
            owners[buffer >>> leafShift][row(buffer)] = owner;
            leaf.setState(buffer, leaf.state(buffer) & ~ownedFlag | (owner == NOBODY ? 0 : ownedFlag));
        }
    }

    /** Returns the endpoint that owns a buffer; {@link #NOBODY} also if no buffer has the number. */
    public int owner(final int buffer) {
        final int[][] columns = owners;
        final int leaf = buffer >>> leafShift;
        return leaf < columns.length ? columns[leaf][row(buffer)] : NOBODY;
    }

    /** Clears the ownership of a buffer; returns true to the one of several threads that did. */
    public boolean disown(final int buffer, final int owner) {
        return owner != NOBODY && OWNER.compareAndSet(owners[buffer >>> leafShift], row(buffer), owner, NOBODY);
    }

    private int row(final int buffer) {
        return ShardGeometry.ROW_PADDING + (buffer & rowMask);
    }
}
