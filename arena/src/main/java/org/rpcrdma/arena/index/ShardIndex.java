// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.util.Arrays;
import java.util.function.ToLongFunction;

/**
 * Finds a buffer's shard, and the lowest shard that has a free buffer. The first is a look-up in a flat table of
 * leaves by the buffer's number, one step whatever the size. The second needs a radix tree of 64-way nodes with
 * marks, as the kernel's XArray (Documentation/core-api/xarray.rst): its branches lead from the top to
 * the same leaves, and nobody looks a shard up through them. It grows at the top with the highest number.
 *
 * <pre>
 *                    marks 0...010           something is free below entry 1
 *                      +---------+
 *                      | 0 1 ... |           {@link IndexBranch}
 *                      +-|-|-----+
 *                +-------+ +-------+
 *  marks 0...000 |                 | marks 0...100
 *          +---------+       +---------+
 *          | 0 1 ... |       | 0 1 2 . |     {@link ShardLeaf}
 *          +---------+       +---------+
 *     shards 0 1 ... 63       64 65 66       shard 66 has a free buffer
 * </pre>
 *
 * <p>A search follows the lowest marks from the top. It costs one step a level, log64 of the number of shards, and
 * takes no lock, nor does marking. A taker that finds nothing clears the mark, <em>then looks again</em>. A releaser
 * sets the bit <em>first</em>, then looks at the mark. At least one of them sees the other, so a mark that is missing
 * is one that some thread is about to set. Marks and words are volatile for that. {@link #leafFor} and {@link
 * #markAll} are called by one thread at a time.
 */
public final class ShardIndex {
    private static final int NO_SHARD = -1;

    public final ShardGeometry geometry;
    public final int tag;
    public final BufferStates states;
    private volatile IndexNode top;

    public ShardIndex(final ShardGeometry geometry, final int tag, final BufferStates states) {
        this.geometry = geometry;
        this.tag = tag;
        this.states = states;
    }

    /** Returns the leaf that holds a buffer; null if no shard near it was ever added. */
    public ShardLeaf leafOf(final int buffer) {
        return states.leafOf(buffer);
    }

    /** Takes the lowest free buffer; returns its handle, or {@link HandleBits#NONE}. */
    public long take() {
        int shard;
        while ((shard = marked(0)) != NO_SHARD) {
            final ShardLeaf leaf = states.leaves()[shard >>> geometry.leafBits];
            final long handle = leaf.take(leaf.entryOf(shard));
            if (handle != HandleBits.NONE) {
                return handle;
            }
            unmark(leaf, leaf.entryOf(shard));
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
        while ((shard = marked(from)) != NO_SHARD) {
            final ShardLeaf leaf = states.leaves()[shard >>> geometry.leafBits];
            final int taken = leaf.take(leaf.entryOf(shard), handles, offset, count);
            if (taken > 0) {
                return taken;
            }
            unmark(leaf, leaf.entryOf(shard));
        }
        return 0;
    }

    /** Makes a buffer free; false if it is already. */
    public boolean put(final int buffer) {
        final ShardLeaf leaf = leafOf(buffer);
        final boolean put = leaf.put(buffer);
        if (put) {
            mark(leaf, geometry.entry(buffer));
        }
        return put;
    }

    /** Returns true if a search would be led to something. */
    public boolean hasMarks() {
        return marked(0) != NO_SHARD;
    }

    /** Marks the way to a shard in which a buffer has become free. */
    public static void mark(final ShardLeaf leaf, final int entry) {
        leaf.mark(entry);
        leaf.markAbove();
    }

    /** Sets every mark that is missing, also if the thread that is about to set it does not come to it. */
    public boolean markAll() {
        boolean any = false;
        for (final ShardLeaf leaf : states.leaves()) {
            for (int entry = 0; entry < leaf.shards(); entry++) {
                if (leaf.hasFree(entry)) {
                    mark(leaf, entry);
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

    /** Gives no buffer out any more, to anybody. */
    public void close() {
        Arrays.stream(states.leaves()).forEach(ShardLeaf::close);
    }

    /** Gives buffers out again. */
    public void open() {
        Arrays.stream(states.leaves()).forEach(ShardLeaf::open);
        markAll();
    }

    /** Returns how often buffers were given back to the shards; only for comparison with an earlier value. */
    public long releases() {
        return sum(ShardLeaf::releases);
    }

    /** Makes no object. */
    private long sum(final ToLongFunction<ShardLeaf> figure) {
        long sum = 0;
        for (final ShardLeaf leaf : states.leaves()) {
            sum += figure.applyAsLong(leaf);
        }
        return sum;
    }

    /**
     * Returns the leaf of a shard, made if it is not there yet; leaves are made in order. The table of leaves changes
     * last: if an error comes before, the next call does all of it again.
     */
    public ShardLeaf leafFor(final int shard) {
        final int number = shard >>> geometry.leafBits;
        if (number < states.leaves().length) {
            return states.leaves()[number];
        }
        final ShardLeaf leaf = number == 0 ? newTop() : newLeaf(number << IndexNode.BITS);
        states.add(leaf);
        return leaf;
    }

    private ShardLeaf newTop() {
        final ShardLeaf leaf = new ShardLeaf(geometry, tag, 0, 0, null);
        top = leaf;
        return leaf;
    }

    private ShardLeaf newLeaf(final int first) {
        while (!top.spans(first)) {
            growAtTop(top);
        }
        IndexBranch node = (IndexBranch) top;
        while (node.shift > IndexNode.BITS) {
            node = child(node, node.entryOf(first));
        }
        final ShardLeaf leaf = new ShardLeaf(geometry, tag, first, node.entryOf(first), node);
        node.children[leaf.position] = leaf;
        return leaf;
    }

    private static IndexBranch child(final IndexBranch node, final int entry) {
        if (node.children[entry] == null) {
            node.children[entry] = new IndexBranch(node.shift - IndexNode.BITS, entry, node);
        }
        return (IndexBranch) node.children[entry];
    }

    /**
     * The old top is marked whether something is free below it or not: the next search that finds nothing clears it.
     */
    private void growAtTop(final IndexNode old) {
        final IndexBranch grown = new IndexBranch(old.shift + IndexNode.BITS, 0, null);
        grown.children[0] = old;
        grown.mark(0);
        old.parent = grown;
        top = grown;
    }

    /**
     * Returns a shard that is marked as having a free buffer: the lowest from a number on, as far as each node tells
     * by itself; below it only if a node has no mark above.
     */
    private int marked(final int from) {
        IndexNode node = top;
        while (node != null) {
            final long marks = node.marks;
            if (marks == 0) {
                node = unmark(node) ? top : null;
                continue;
            }
            final long above = marks & -1L << node.entryOf(from);
            final int entry = Long.numberOfTrailingZeros(above == 0 ? marks : above);
            if (node instanceof IndexBranch branch) {
                node = branch.children[entry];
            } else {
                return ((ShardLeaf) node).firstShard + entry;
            }
        }
        return NO_SHARD;
    }

    /** Clears the mark of a shard that was found full. */
    private static void unmark(final ShardLeaf leaf, final int entry) {
        leaf.unmark(entry);
        if (leaf.hasFree(entry)) {
            mark(leaf, entry);
        }
    }

    /** Clears the mark of a node that was found without marks; false if it is the top, which has none. */
    private static boolean unmark(final IndexNode node) {
        final IndexNode above = node.parent;
        if (above == null) {
            return false;
        }
        above.unmark(node.position);
        if (node.marks != 0) {
            node.markAbove();
        }
        return true;
    }
}
