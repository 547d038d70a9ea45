// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.index.ShardLeaf;

/**
 * A walk over an arena's shards that gives idle ones back: from the highest, which is wanted last, down, until the
 * arena is at its low-water mark. It goes in steps, of which none takes long, so that those who wait for the arena's
 * lock get it in between. Used by one thread at a time.
 */
final class ShardSweep {
    private static final int LOOKS_IN_STEP = 1024;
    private static final int GIVEN_IN_STEP = 8;

    private final Shards shards;
    private final boolean agedOnly;
    private final int lowWater;
    private int next;
    /** Shards given back since the beginning. */
    int given;
    /** Idle shards that it did not give back. */
    int left;

    /**
     * Begins a walk.
     *
     * @param agedOnly true to give back only those that nobody has used since the walk before.
     */
    ShardSweep(final Shards shards, final int lowWater, final boolean agedOnly) {
        this.shards = shards;
        this.lowWater = lowWater;
        this.agedOnly = agedOnly;
        next = shards.present.length() - 1;
    }

    /**
     * Goes on.
     *
     * @return false at the end.
     * @throws org.rpcrdma.verbs.VerbsException if a shard's mapping cannot be ended; the next step goes on behind that
     *     shard.
     */
    boolean step() {
        int room = GIVEN_IN_STEP;
        for (int looks = LOOKS_IN_STEP; looks > 0 && room > 0 && seek(); looks--) {
            room -= giveBack(next--) ? 1 : 0;
        }
        return seek();
    }

    /** Goes down to the next shard there is; false at the end. */
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
