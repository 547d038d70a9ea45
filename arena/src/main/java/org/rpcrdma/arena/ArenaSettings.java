// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.Clock;

/**
 * The number and the form of an arena, and the settings of its {@link ReceiveArena.Context}, as they were when it was
 * made.
 *
 * @param arenaId         the number of the arena.
 * @param tag             the tag of its handles.
 * @param geometry        how its shards are cut.
 * @param mapper          makes shards usable by the device.
 * @param shardsInPieces  true if a shard may come in pieces.
 * @param growthListener  asked before a shard is added.
 * @param leakDetection   how closely buffers are watched.
 * @param leakListener    receives leaks and errors.
 * @param isPoisoning     true if free buffers are filled with poison.
 * @param clock           times mappings and ageing, or null.
 * @param agingPeriod     seconds between two looks for idle shards.
 * @param lowWaterShards  shards that stay, however idle.
 */
record ArenaSettings(
        int arenaId,
        int tag,
        ShardGeometry geometry,
        ShardMapper mapper,
        boolean shardsInPieces,
        GrowthListener growthListener,
        LeakDetection leakDetection,
        LeakListener leakListener,
        boolean isPoisoning,
        Clock clock,
        int agingPeriod,
        int lowWaterShards) {
    /** Returns the time on the arena's clock; 0 if it has none. */
    long nanoTime() {
        return clock == null ? 0 : clock.nanoTime();
    }
}
