// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

/**
 * The free buffers in an arena's shards, from which its stacks are filled. Never takes a lock or adds a shard.
 * Thread-safe.
 */
public interface FreeList {
    /**
     * Takes free buffers from one shard, the lowest first. If no shard has a free buffer, takes buffers from one
     * stripe.
     *
     * @param count the number of buffers wanted.
     * @param from  the shard at which the search begins; 0 for the lowest shard.
     * @param owner the number of the endpoint that becomes the buffers' owner; 0 for none.
     * @return the number of buffers taken; always 0 while the arena is closing.
     */
    int take(long[] handles, int offset, int count, int from, int owner);

    /**
     * Puts a free buffer, whose generation has already advanced, back into its shard. Returns false if the buffer is
     * already there.
     *
     * @param isUse false if the buffer was idle on a stack; its shard then does not count as used.
     */
    boolean put(int buffer, boolean isUse);

    /** Returns the number of shards. */
    int shards();
}
