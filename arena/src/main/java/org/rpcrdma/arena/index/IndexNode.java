// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

/**
 * A node of the {@link ShardIndex}: a mark for each of its 64 entries under which something is free. Entries are the
 * shards of a {@link ShardLeaf} at the lowest level, and nodes above. Marks are set and cleared from any thread.
 */
@SuppressWarnings("unused")
public abstract class IndexNode extends IndexMarks {
    static final int BITS = 6;
    static final int FANOUT = 1 << BITS;

    // Keeps the marks out of the cache line of all that is only read.
    private long p9;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
    private long p15;
    private long p16;

    /** Bits of a shard's number below the ones that choose an entry here: 0 at the lowest level. */
    final int shift;

    /** Which of the parent's entries this is. */
    final int position;

    /** Null at the top. A new top is set here before anyone can search from it. */
    volatile IndexNode parent;

    IndexNode(final int shift, final int position, final IndexNode parent) {
        this.shift = shift;
        this.position = position;
        this.parent = parent;
    }

    /** Marks the way from the top to this node. */
    final void markAbove() {
        IndexNode node = this;
        for (IndexNode above = node.parent; above != null; above = node.parent) {
            above.mark(node.position);
            node = above;
        }
    }

    /** Returns which entry leads to a shard. */
    public final int entryOf(final int shard) {
        return shard >>> shift & FANOUT - 1;
    }

    /** Returns true if the shard's number is within the range of this node and those below it. */
    final boolean spans(final int shard) {
        return shard >>> shift < FANOUT;
    }
}
