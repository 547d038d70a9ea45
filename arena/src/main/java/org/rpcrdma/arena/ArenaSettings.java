// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.Clock;

/**
 * The settings of a {@link ReceiveArena.Context} that its parts read, as they were when the arena was made.
 *
 * @param mapper          makes shards usable by the device.
 * @param shardsInPieces  true if a shard may come in pieces.
 * @param growthListener  asked before a shard is added.
 * @param leakDetection   how closely buffers are watched.
 * @param leakListener    takes what was found out.
 * @param isPoisoning     true if free buffers are filled with poison.
 * @param clock           times mappings and ageing, or null.
 * @param agingPeriod     seconds between two looks for idle shards.
 * @param lowWaterShards  shards that stay, however idle.
 */
record ArenaSettings(
        ShardMapper mapper,
        boolean shardsInPieces,
        GrowthListener growthListener,
        LeakDetection leakDetection,
        LeakListener leakListener,
        boolean isPoisoning,
        Clock clock,
        int agingPeriod,
        int lowWaterShards) {}
