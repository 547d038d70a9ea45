/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

/**
 * Finds a shard by its id, and the lowest shard that has a free buffer: a radix tree of 64-way nodes with marks, as
 * the kernel's XArray is one (Documentation/core-api/xarray.rst). It grows at the top with the highest id.
 *
 * <pre>
 *                    marks 0...010           something is free below entry 1
 *                      +---------+
 *                      | 0 1 ... |
 *                      +-|-|-----+
 *                +-------+ +-------+
 *  marks 0...000 |                 | marks 0...100
 *          +---------+       +---------+
 *          | 0 1 ... |       | 0 1 2 . |
 *          +-|-|-----+       +-|-|-|---+
 *     shards 0 1 ... 63       64 65 66       shard 66 has a free buffer
 * </pre>
 *
 * <p>A search follows the lowest marks from the top. It costs one step a level, log64 of the number of shards, and
 * takes no lock, nor does marking. Who finds nothing under a mark clears it <em>and then looks again</em>; who makes
 * something free sets what is below a mark <em>before it looks at the mark</em>. One of the two sees the other, so a
 * mark that is missing is one that some thread is about to set. {@link #add} and {@link #markAll} are called by one
 * thread at a time.
 */
final class ShardIndex {
    private volatile IndexNode top = new IndexNode(0, 0, null);
    private volatile int size;

    /** Shards in the index; their ids are 0 to one less. */
    int size() {
        return size;
    }

    /** The shard of an id; null where there is none. */
    Shard get(final int id) {
        IndexNode node = top;
        if (!node.spans(id)) {
            return null;
        }
        while (node.shift > 0) {
            node = (IndexNode) node.entries[node.entryOf(id)];
            if (node == null) {
                return null;
            }
        }
        return (Shard) node.entries[node.entryOf(id)];
    }

    /** The lowest shard that is marked as having a free buffer; null where none is. */
    Shard lowestMarked() {
        IndexNode node = top;
        while (true) {
            final long marks = node.marks();
            if (marks == 0) {
                if (node == top) {
                    return null;
                }
                unmark(node);
                node = top;
            } else {
                final Object entry = node.entries[Long.numberOfTrailingZeros(marks)];
                if (node.shift == 0) {
                    return (Shard) entry;
                }
                node = (IndexNode) entry;
            }
        }
    }

    /** Marks the way to a shard in which a buffer has become free. */
    void mark(final Shard shard) {
        shard.leaf.mark(shard.leaf.entryOf(shard.id));
        markAbove(shard.leaf);
    }

    /** Clears the mark of a shard that was found full. */
    void unmark(final Shard shard) {
        shard.leaf.unmark(shard.leaf.entryOf(shard.id));
        if (shard.hasFree()) {
            mark(shard);
        }
    }

    /** Adds the next shard, whose id is {@link #size()}, and marks the way to it. */
    void add(final Shard shard) {
        IndexNode node = top;
        while (!node.spans(shard.id)) {
            node = growAtTop(node);
        }
        while (node.shift > 0) {
            node = child(node, node.entryOf(shard.id));
        }
        shard.leaf = node;
        node.entries[node.entryOf(shard.id)] = shard;
        size = shard.id + 1;
        mark(shard);
    }

    /** Sets every mark that is missing, also where the thread that is about to set it does not come to it. */
    void markAll() {
        for (int id = 0; id < size; id++) {
            final Shard shard = get(id);
            if (shard.hasFree()) {
                mark(shard);
            }
        }
    }

    private static void unmark(final IndexNode node) {
        node.parent.unmark(node.position);
        if (node.marks() != 0) {
            markAbove(node);
        }
    }

    private static void markAbove(final IndexNode from) {
        IndexNode node = from;
        for (IndexNode parent = node.parent; parent != null; parent = node.parent) {
            parent.mark(node.position);
            node = parent;
        }
    }

    private static IndexNode child(final IndexNode node, final int entry) {
        if (node.entries[entry] == null) {
            node.entries[entry] = new IndexNode(node.shift - IndexNode.BITS, entry, node);
        }
        return (IndexNode) node.entries[entry];
    }

    /** The old top is marked whether something is free below it or not: the next search that finds nothing clears it. */
    private IndexNode growAtTop(final IndexNode old) {
        final IndexNode grown = new IndexNode(old.shift + IndexNode.BITS, 0, null);
        grown.entries[0] = old;
        grown.mark(0);
        old.parent = grown;
        top = grown;
        return grown;
    }
}
