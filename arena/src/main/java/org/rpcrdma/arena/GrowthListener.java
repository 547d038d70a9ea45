// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Controls how arenas grow. An arena asks the listener before it maps another shard. The listener may refuse, for
 * example to keep several arenas within a budget. It is called under the arena's lock by any thread that needs a shard,
 * so calls for the same arena never overlap. It must not use the arena, which rejects such calls, and must not wait for
 * another arena's lock, because this could cause a deadlock. It should be fast.
 */
@FunctionalInterface
public interface GrowthListener {
    /** Permits every shard up to the arena's limit. */
    GrowthListener ALWAYS = (arenaId, shards, shardSize) -> true;

    /**
     * Returns true if an arena may add a shard. If false, the arena behaves as if it were full. For a shard in pieces,
     * this method is called once, before the first piece is added.
     *
     * @param arenaId   the arena's {@link ReceiveArena#id()}.
     * @param shards    the current number of shards.
     * @param shardSize the size of the new shard, in bytes.
     * @return true to permit the shard.
     */
    boolean mayGrow(int arenaId, int shards, int shardSize);

    /**
     * Called when a permitted shard has been unmapped, or could not be mapped. Each time {@link #mayGrow} returns true,
     * exactly one call to this method follows, at the latest when the arena closes. The shard's memory may be kept for
     * some time if it is part of a larger block.
     *
     * @param arenaId   the arena's {@link ReceiveArena#id()}.
     * @param shardSize the size of the shard, in bytes.
     */
    default void gaveBack(final int arenaId, final int shardSize) {}
}
