// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.MemoryAllocator;

/**
 * The number and the form of an arena, and the settings of its {@link ReceiveArena.Context}, as they were when it was
 * made.
 *
 * @param arenaId         the number of the arena.
 * @param geometry        how its shards are cut.
 * @param clock           times mappings and ageing, or null.
 * @param mapper          makes shards usable by the device.
 * @param memory          allocates shards.
 * @param shardsAtOnce    how many shards are allocated in one piece at most.
 * @param shardsInPieces  true if a shard may come in pieces.
 * @param growthListener  asked before a shard is added.
 * @param leakDetection   how closely buffers are watched.
 * @param leakListener    receives leaks and errors.
 * @param isPoisoning     true if free buffers are filled with poison.
 * @param agingPeriod     seconds between two looks for idle shards.
 * @param lowWaterShards  shards that stay, however idle.
 */
record ArenaSettings(
        int arenaId,
        ShardGeometry geometry,
        Clock clock,
        ShardMapper mapper,
        MemoryAllocator memory,
        int shardsAtOnce,
        boolean shardsInPieces,
        GrowthListener growthListener,
        LeakDetection leakDetection,
        LeakListener leakListener,
        boolean isPoisoning,
        int agingPeriod,
        int lowWaterShards) {
    /** Returns the tag of the arena's handles. */
    int tag() {
        return HandleBits.tag(arenaId);
    }

    /** Returns the time on the arena's clock; 0 if it has none. */
    long nanoTime() {
        return clock == null ? 0 : clock.nanoTime();
    }

    /** Returns how long ago a time was; 0 if the clock refuses to tell. */
    long nanosSince(final long before) {
        try {
            return nanoTime() - before;
        } catch (final RuntimeException | OutOfMemoryError e) {
            return 0;
        }
    }
}
