// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.index.ShardLeaf;

/**
 * Frees an arena's idle shards down to the low-water mark. It begins with the highest shard, because that shard is
 * needed last. A sweep runs in short steps, so that waiting threads can take the arena's lock between the steps. Used
 * by one thread at a time.
 */
final class ShardSweep {
    private static final int LOOKS_IN_STEP = 1024;
    private static final int GIVEN_IN_STEP = 8;

    private final Shards shards;
    private final boolean agedOnly;
    private final int lowWater;
    private int next;
    /** The number of shards freed so far. */
    int given;
    /** The number of idle shards that were not freed. */
    int left;

    /**
     * Begins a sweep.
     *
     * @param agedOnly true to free only the shards that have not been used since the previous sweep.
     */
    ShardSweep(final Shards shards, final int lowWater, final boolean agedOnly) {
        this.shards = shards;
        this.lowWater = lowWater;
        this.agedOnly = agedOnly;
        next = shards.present.length() - 1;
    }

    /**
     * Runs the next step.
     *
     * @return false at the end of the sweep.
     * @throws org.rpcrdma.verbs.VerbsException if a shard cannot be unmapped; the next step continues after that shard.
     */
    boolean step() {
        int room = GIVEN_IN_STEP;
        for (int looks = LOOKS_IN_STEP; looks > 0 && room > 0 && seek(); looks--) {
            room -= giveBack(next--) ? 1 : 0;
        }
        return seek();
    }

    /** Moves down to the next existing shard. Returns false at the end. */
    private boolean seek() {
        next = shards.totals.shards() > lowWater ? shards.present.previousSetBit(next) : -1;
        return next >= 0;
    }

    private boolean giveBack(final int shard) {
        final ShardLeaf leaf = shards.index.leafFor(shard);
        final boolean isAged = !agedOnly || leaf.age(shard);
        if (!leaf.isIdle(shard)) {
            return false;
        }
        if (!isAged || !shards.retire(shard)) {
            left++;
            return false;
        }
        given++;
        return true;
    }
}
