// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.Arrays;
import java.util.BitSet;
import org.rpcrdma.arena.index.ShardLeaf;

/**
 * Which of an arena's shards are idle, every buffer free, and since when: from one look to the next, a shard stays
 * idle if nothing was given back to it meanwhile, for nothing can have been taken then. Two bytes and a bit a shard.
 * Used by one thread at a time.
 */
final class IdleShards {
    private final Shards shards;
    private final BitSet idle = new BitSet();
    /** How often buffers were given back to each idle shard, the lower bits of it. */
    private char[] releases = {};

    IdleShards(final Shards shards) {
        this.shards = shards;
    }

    /** Looks at a shard: whether it is idle now and was so at the look before, and untouched in between. */
    boolean isIdleStill(final int shard) {
        final ShardLeaf leaf = shards.leaf(shard);
        final int entry = leaf.entryOf(shard);
        if (!leaf.isIdle(entry)) {
            idle.clear(shard);
            return false;
        }
        final char now = (char) leaf.releases(entry);
        if (idle.get(shard) && releases[shard] == now) {
            return true;
        }
        if (shard >= releases.length) {
            releases = Arrays.copyOf(releases, shard + 1);
        }
        releases[shard] = now;
        idle.set(shard);
        return false;
    }

    /** A shard is not there any more. */
    void forget(final int shard) {
        idle.clear(shard);
    }

    /** Returns true if any shard was idle when it was looked at last. */
    boolean areAny() {
        return !idle.isEmpty();
    }
}
