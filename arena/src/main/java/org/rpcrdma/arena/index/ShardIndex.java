// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.ToLongFunction;
import org.agrona.collections.ArrayUtil;
import org.rpcrdma.arena.mapper.ShardMapper;

/**
 * Finds a buffer's state in one step, regardless of the arena's size, uses {@link Marks} to find a shard with a free
 * buffer, and ends holds. The layout favours the release path.
 *
 * <p>A buffer's state and owner are written only by the buffer's holder, or by the stack or shard that contains the
 * free buffer. Both use plain access when no other thread may access the fields: a shard's word, or the passing of the
 * handle between threads, orders these accesses before those of the next holder. If an invalid or late release may
 * occur concurrently, the state is read with acquire semantics, and changed by compare-and-set or with release
 * semantics ({@link ShardLeaf}).
 *
 * <p>Only one thread at a time may call {@link #leafFor}, {@link #expectOwners} and {@link #markAll}; the other methods
 * are thread-safe.
 */
public final class ShardIndex {
    /** The owner of a buffer that no endpoint owns. */
    public static final int NO_OWNER = 0;

    private static final VarHandle OWNER = MethodHandles.arrayElementVarHandle(int[].class);
    private static final byte PLAIN_FLAGS = StateBits.HELD_ONCE;
    private static final byte OWNED_FLAGS = (byte) (StateBits.HELD_ONCE | StateBits.OWNED);
    /** A bit that makes the expected value differ from every state. */
    private static final long NEVER = 1L << 40;
    /** Bits that are never set in a state. */
    private static final long NO_STATE = -1L << Integer.SIZE;
    /** The mask for the generation bits of a handle. */
    private static final long GENERATIONS = HandleBits.ofGeneration(StateBits.GENERATIONS - 1);

    public final ShardGeometry geometry;
    public final int tag;
    private final ShardMapper mapper;
    private final Marks marks;
    private final int leafShift;
    private final int rowMask;
    /** The difference between a handle's upper half and the plain state of its buffer, which has one holder. */
    private final long plain;
    /** The same difference for a buffer that an endpoint owns. */
    private final long plainOwned;
    /** The flag in the state of a buffer that an endpoint owns. */
    private final int ownedFlag;

    /** The leaves. Volatile, so that a thread which finds a leaf here also observes the leaf's initial states. */
    private volatile ShardLeaf[] leaves = {};

    /**
     * The states of each leaf. Finding them here saves a load on the release path. Written after the leaves, so that a
     * reader also finds the leaf.
     */
    private volatile int[][] states = {};

    /**
     * The states of the first leaf, which suffices for most arenas. This field saves two loads. Empty until the leaf
     * exists.
     */
    private volatile int[] firstColumn = {};

    /**
     * The numbers of the buffers' owner endpoints, laid out like the states. Empty until an endpoint exists. Written
     * before the leaves, and before an endpoint acquires its first buffer.
     */
    private volatile int[][] owners = {};

    private boolean expectsOwners;

    /**
     * Creates an index. If plain states are disabled, for example to detect races, every hold ends on the slow path.
     */
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

    /** Returns the leaf of a shard, and creates it if necessary. Leaves are created in order. */
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
            firstColumn = moreStates[0];
        }
        return leaves[number];
    }

    /** Allocates the arrays for the buffers' owners. */
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

    /** Returns the leaf that contains a buffer; null if none of the leaf's shards was ever added. */
    public ShardLeaf leafOf(final int buffer) {
        final ShardLeaf[] all = leaves;
        final int leaf = buffer >>> leafShift;
        return leaf < all.length ? all[leaf] : null;
    }

    /** Takes the lowest free buffer. Returns its handle or {@link HandleBits#NONE}. */
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
     * Takes free buffers from one shard, the lowest first. Returns the number taken.
     *
     * @param from the shard at which the search begins; 0 to find the lowest shard with a free buffer.
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

    /** Clears the mark of a shard that has no free buffer. */
    private void unmark(final int shard) {
        marks.clear(shard);
        if (leafFor(shard).hasFree(shard)) {
            marks.mark(shard);
        }
    }

    /**
     * Frees a buffer. Returns false if it is already free.
     *
     * @param isUse false if the buffer was idle on a stack; its shard then does not count as used.
     */
    public boolean put(final int buffer, final boolean isUse) {
        final boolean put = leafOf(buffer).put(buffer, isUse);
        if (put) {
            marks.mark(geometry.shard(buffer));
        }
        return put;
    }

    /** Returns true if a search would find a mark. */
    public boolean hasMarks() {
        return marks.find(0) != Marks.NONE;
    }

    /** Sets the marks of a shard in which a buffer has become free. */
    public void mark(final int shard) {
        marks.mark(shard);
    }

    /**
     * Sets every missing mark, even if another thread that is about to set a mark is stalled. Returns true if any shard
     * has a free buffer.
     */
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

    /** Returns the number of free buffers in the shards. */
    public long countFree() {
        return sum(ShardLeaf::countFree);
    }

    /** Stops or resumes handing out buffers. */
    public void setClosed(final boolean closed) {
        for (final ShardLeaf leaf : leaves) {
            leaf.setClosed(closed);
        }
        if (!closed) {
            markAll();
        }
    }

    /** Returns the number of releases to the shards. Use this number only to compare it with an earlier value. */
    public long releases() {
        return sum(ShardLeaf::releases);
    }

    /** Allocates nothing. */
    private long sum(final ToLongFunction<ShardLeaf> figure) {
        long sum = 0;
        for (final ShardLeaf leaf : leaves) {
            sum += figure.applyAsLong(leaf);
        }
        return sum;
    }

    /**
     * Ends the only hold of a buffer in a plain state. Otherwise, changes nothing and returns false. Not atomic: if two
     * threads call it concurrently, both may succeed.
     *
     * @param owner the endpoint that owns the buffer and remains its owner; {@link #NO_OWNER} for none.
     */
    public boolean endHold(final long handle, final int owner) {
        final int buffer = HandleBits.buffer(handle);
        final int[] column = column(buffer, owner);
        if (column == null) {
            return false;
        }
        final int row = row(buffer);
        final long expected = handle >>> HandleBits.BUFFER_BITS ^ (owner == NO_OWNER ? plain : plainOwned);
        // Compare the lowest bits separately, because a wrong tag may compensate for a special state.
        if ((column[row] & 0xFFFF_FFFFL) != expected
                || (byte) expected != (owner == NO_OWNER ? PLAIN_FLAGS : OWNED_FLAGS)
                || owner != NO_OWNER && owners[buffer >>> leafShift][row] != owner) {
            return false;
        }
        column[row] = (int) expected + StateBits.GENERATION;
        return true;
    }

    /** Returns the states of a buffer's leaf; null if the leaf does not exist. */
    private int[] column(final int buffer, final int owner) {
        if (owner == NO_OWNER) {
            final int[] first = firstColumn;
            if (buffer < first.length - ShardGeometry.ROW_PADDING) {
                return first;
            }
        }
        final int[][] all = states;
        final int leaf = buffer >>> leafShift;
        return leaf < all.length ? all[leaf] : null;
    }

    /**
     * Ends the holds of several buffers, like {@link #endHold}, in order. Stops at the first hold that it cannot end,
     * or whose buffer is in a different leaf. Returns the number of holds ended. This method advances each buffer's
     * generation before it reads the next buffer, so a hold that is listed twice is ended only once.
     *
     * @param most the maximum number of holds to end, at least 1.
     * @param into the array in which to store the buffers' next handles, starting at an index.
     */
    public int endHolds(
            final long[] handles, final int offset, final int most, final long[] into, final int at, final int owner) {
        final int[][] all = states;
        final int leaf = HandleBits.buffer(handles[offset]) >>> leafShift;
        final byte flags = owner == NO_OWNER ? PLAIN_FLAGS : OWNED_FLAGS;
        final long first = handles[offset] >>> HandleBits.BUFFER_BITS ^ (owner == NO_OWNER ? plain : plainOwned);
        if (leaf >= all.length || (first & NO_STATE) != 0 || (byte) first != flags) {
            return 0;
        }
        final int[] column = all[leaf];
        final int[] ownerColumn = owner == NO_OWNER ? null : owners[leaf];
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

    /** Ends all holds of a buffer that only the calling thread uses, and clears its owner. */
    public void reset(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        own(buffer, NO_OWNER);
        leafOf(buffer).setState(buffer, StateBits.next(leafOf(buffer).state(buffer)));
    }

    /** Sets the owner of a buffer that only the calling thread uses: an endpoint, or {@link #NO_OWNER}. */
    public void own(final int buffer, final int owner) {
        if (owner != this.owner(buffer)) {
            final ShardLeaf leaf = leafOf(buffer);
            owners[buffer >>> leafShift][row(buffer)] = owner;
            leaf.setState(buffer, leaf.state(buffer) & ~ownedFlag | (owner == NO_OWNER ? 0 : ownedFlag));
        }
    }

    /**
     * Returns the endpoint that owns a buffer. Returns {@link #NO_OWNER} if there is no owner or the buffer's number is
     * invalid.
     */
    public int owner(final int buffer) {
        final int[][] columns = owners;
        final int leaf = buffer >>> leafShift;
        return leaf < columns.length ? columns[leaf][row(buffer)] : NO_OWNER;
    }

    /**
     * Clears ownership of a buffer that was released elsewhere. If several threads call it, returns true to only one of
     * them.
     */
    public boolean disown(final int buffer, final int owner) {
        return owner != NO_OWNER && OWNER.compareAndSet(owners[buffer >>> leafShift], row(buffer), owner, NO_OWNER);
    }

    private int row(final int buffer) {
        return ShardGeometry.ROW_PADDING + (buffer & rowMask);
    }
}
