// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Controls the growth of arenas: called before an arena maps another shard, which the listener may refuse, for example
 * to keep several arenas within a budget. Any thread that needs a shard calls it under the arena's lock, so calls for
 * the same arena never overlap. A listener must not use the arena, which rejects such calls, and must not wait for
 * another arena's lock, because that could cause a deadlock. It should be fast.
 */
@FunctionalInterface
public interface GrowthListener {
    /** Lets an arena grow to its limit. */
    GrowthListener ALWAYS = (arenaId, shards, shardSize) -> true;

    /**
     * Returns true if an arena may add a shard. If false, the arena behaves as if it were full. Called once for a shard
     * in pieces, before the first piece.
     *
     * @param arenaId   the arena's {@link ReceiveArena#id()}.
     * @param shards    the present number of shards.
     * @param shardSize the size of the new shard, in bytes.
     * @return true to allow the shard.
     */
    boolean mayGrow(int arenaId, int shards, int shardSize);

    /**
     * Called when a granted shard has been unmapped, or could not be mapped. Each time {@link #mayGrow} returns true,
     * exactly one call of this method follows, at the latest when the arena closes. The shard's memory may be kept for
     * some time if it is part of a larger block.
     *
     * @param arenaId   the arena's {@link ReceiveArena#id()}.
     * @param shardSize the size of the shard, in bytes.
     */
    default void gaveBack(final int arenaId, final int shardSize) {}
}
