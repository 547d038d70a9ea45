// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Asked before an arena maps another shard, and may refuse: to keep several arenas within one budget, or to hear of
 * growth. Called from whichever thread needs the shard, one at a time for an arena, under the arena's lock: it must
 * not use the arena, which refuses to hand out buffers, to be trimmed or to be closed from here, nor wait for another
 * arena's lock that may be waiting for this one's, and should be quick.
 */
@FunctionalInterface
public interface GrowthListener {
    /** Lets an arena grow up to its limit. */
    GrowthListener ALWAYS = (arenaId, shards, shardSize) -> true;

    /**
     * Returns true if an arena may have another shard. Where not, it is as one that is at its limit. Asked once for a
     * shard that comes in pieces, before the first.
     *
     * @param arenaId   the arena's {@link ReceiveArena#id()}.
     * @param shards    shards that it has now.
     * @param shardSize bytes that the next one has.
     * @return true if it may.
     */
    boolean mayGrow(int arenaId, int shards, int shardSize);

    /**
     * A shard that an arena was granted is not there any more: it has been unmapped, or could not be mapped. Each
     * grant is followed by one such call, at the arena's end at the latest. Its memory may be kept for a while if it
     * is one piece with others'.
     *
     * @param arenaId   the arena's {@link ReceiveArena#id()}.
     * @param shardSize bytes that the shard had.
     */
    default void gaveBack(final int arenaId, final int shardSize) {}
}
