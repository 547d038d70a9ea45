// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.MemoryAllocator;

/**
 * The settings of a {@link ReceiveArena.Context}, with their defaults. The arena's parts read them when the arena is
 * opened.
 */
final class ArenaSettings {
    ShardMapper mapper;
    MemoryAllocator memory;
    int bufferSize = 4096;
    int shardSize = 65_536;
    int maxShards = 65_536;
    /** The maximum number of free buffers on a stripe. */
    int stripeSize = 128;

    int agingPeriod = 60;
    int lowWaterShards;
    boolean shardsInPieces = true;
    GrowthListener growthListener = GrowthListener.ALWAYS;
    LeakDetection leakDetection = LeakDetection.preset();
    LeakListener leakListener = LeakListener.LOGGING;
    Clock clock;
    /** True to fill free buffers with poison; null if the leak detection level determines this. */
    Boolean poisonReleased;

    /** Returns true if free buffers are filled with poison. */
    boolean isPoisoning() {
        return poisonReleased == null ? leakDetection == LeakDetection.PARANOID : poisonReleased;
    }
}
