// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

/** The free buffers in an arena's shards, which its stacks are filled from. Takes no lock, and adds no shard. */
public interface FreeList {
    /**
     * Takes free buffers of one shard, the lowest first; if no shard has any, of one stripe.
     *
     * @param count how many are wanted.
     * @param from  the shard to begin the search with: 0 for the lowest.
     * @param owner number of the endpoint that owns them from now on; 0 for none.
     * @return how many were taken: 0 also while the arena closes.
     */
    int take(long[] handles, int offset, int count, int from, int owner);

    /**
     * Returns a buffer, whose state has stepped on, to its shard; false if it is there already.
     *
     * @param isUse false if the buffer idled on a stack: then its shard does not count as used.
     */
    boolean put(int buffer, boolean isUse);

    /** Returns the number of shards. */
    int shards();
}
