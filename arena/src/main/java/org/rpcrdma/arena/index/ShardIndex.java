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
    private static final int PLAIN_FLAGS = StateBits.HELD_ONCE;
    private static final int OWNED_FLAGS = StateBits.HELD_ONCE | StateBits.OWNED;

    public final ShardGeometry geometry;
    public final int tag;
    private final ShardMapper mapper;
    private final Marks marks;
    private final int leafShift;
    private final int rowMask;
    /** The tag at its position in a handle. */
    private final long tagOfHandles;
    /**
     * The difference between the lower half of a handle in the first leaf and the row of its buffer. It contains the
     * tag's lowest bit.
     */
    private final int firstRow;
    /** The flag in the state of a buffer that an endpoint owns. */
    private final int ownedFlag;
    /** True if holds may end on the fast path. */
    private final boolean isPlain;

    /** The leaves. Volatile, so that a thread which finds a leaf here also observes the leaf's initial states. */
    private volatile ShardLeaf[] leaves = {};

    /**
     * The states of each leaf; empty if the fast path is disabled. Finding them here saves a load. Written after the
     * leaves, so that a reader also finds the leaf.
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

    /** The owners of the first leaf's buffers, like {@link #firstColumn}. */
    private volatile int[] firstOwners = {};

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
        isPlain = !noneIsPlain;
        tagOfHandles = (long) tag << HandleBits.BUFFER_BITS;
        firstRow = (int) tagOfHandles - ShardGeometry.ROW_PADDING;
    }

    /** Returns the leaf of a shard, and creates it if necessary. Leaves are created in order. */
    public ShardLeaf leafFor(final int shard) {
        final int number = shard >>> geometry.leafBits;
        if (number == leaves.length) {
            final ShardLeaf leaf = new ShardLeaf(geometry, tag, number << geometry.leafBits, mapper);
            final ShardLeaf[] more = ArrayUtil.add(leaves, leaf);
            final int[][] moreStates = isPlain ? ArrayUtil.add(states, leaf.states) : states;
            if (expectsOwners) {
                setOwners(ArrayUtil.add(owners, new int[leaf.states.length]));
            }
            leaves = more;
            states = moreStates;
            firstColumn = isPlain ? moreStates[0] : firstColumn;
        }
        return leaves[number];
    }

    /** Allocates the arrays for the buffers' owners. */
    public void expectOwners() {
        if (!expectsOwners) {
            final int[][] columns = new int[leaves.length][];
            for (int leaf = 0; leaf < columns.length; leaf++) {
                columns[leaf] = new int[leaves[leaf].states.length];
            }
            setOwners(columns);
            expectsOwners = true;
        }
    }

    private void setOwners(final int[][] columns) {
        owners = columns;
        firstOwners = columns.length > 0 ? columns[0] : firstOwners;
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
        final int row = (int) handle - firstRow;
        final int[] column = firstColumn;
        // In any other leaf, and with a wrong lowest bit of the tag, the row is out of range or a row of the padding.
        if (row >= 0 && row < column.length) {
            return endHold(handle, owner, row, column, firstOwners);
        }
        final int buffer = HandleBits.buffer(handle);
        final int leaf = buffer >>> leafShift;
        final int[][] all = states;
        return leaf < all.length
                && row(buffer) < all[leaf].length
                && endHold(handle, owner, row(buffer), all[leaf], ownersOf(leaf));
    }

    /** Returns the owners of a leaf's buffers; empty if no endpoint exists. */
    private int[] ownersOf(final int leaf) {
        final int[][] columns = owners;
        return leaf < columns.length ? columns[leaf] : firstOwners;
    }

    /** Ends a hold if all bits of the handle are right: first the tag, then the generation and the flags. */
    private boolean endHold(
            final long handle, final int owner, final int row, final int[] column, final int[] ownerColumn) {
        final long tagless = handle ^ tagOfHandles;
        final int held = (int) (tagless >>> HandleBits.BUFFER_BITS) | (owner == NO_OWNER ? PLAIN_FLAGS : OWNED_FLAGS);
        if ((tagless & HandleBits.SIGN_AND_TAG) != 0
                || column[row] != held
                || owner != NO_OWNER && ownerColumn[row] != owner) {
            return false;
        }
        column[row] = held + StateBits.GENERATION;
        return true;
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
        if (leaf >= all.length) {
            return 0;
        }
        final int[] column = all[leaf];
        final int[] ownerColumn = owner == NO_OWNER ? null : owners[leaf];
        final int flags = owner == NO_OWNER ? PLAIN_FLAGS : OWNED_FLAGS;
        final int first = firstRow + (leaf << leafShift);
        final long tagOfAll = tagOfHandles;
        final int shift = at - offset;
        final int end = offset + most;
        int i = offset;
        while (i < end) {
            final long handle = handles[i];
            final int row = (int) handle - first;
            final long tagless = handle ^ tagOfAll;
            final int held = (int) (tagless >>> HandleBits.BUFFER_BITS) | flags;
            // Negative after the last generation, which the slow path handles.
            final long next = handle + HandleBits.ofGeneration(1);
            if ((tagless & HandleBits.SIGN_AND_TAG) != 0
                    || row < 0
                    || row >= column.length
                    || column[row] != held
                    || next < 0
                    || ownerColumn != null && ownerColumn[row] != owner) {
                break;
            }
            column[row] = held + StateBits.GENERATION;
            into[i + shift] = next;
            i++;
        }
        return i - offset;
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
        return leaf < columns.length && row(buffer) < columns[leaf].length ? columns[leaf][row(buffer)] : NO_OWNER;
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
