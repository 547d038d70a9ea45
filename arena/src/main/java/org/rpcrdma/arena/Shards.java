/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

import java.util.BitSet;
import java.util.Objects;
import org.rpcrdma.verbs.Clock;

/**
 * An arena's shards as a whole: adds them, the lowest number that is not there first, and takes them away. Used by one
 * thread at a time.
 */
final class Shards {
    private final int arenaId;
    private final ShardGeometry geometry;
    private final ShardMapper mapper;
    private final GrowthListener listener;
    private final Clock clock;
    private final ShardIndex index;
    private final Slabs slabs;
    private final ArenaTotals totals;
    /** Shards whose buffers can be had. */
    private final BitSet present = new BitSet();
    /** Shards whose mapping could not be ended: nothing of theirs is used any more. */
    private final BitSet stuck = new BitSet();

    private final IdleShards idle = new IdleShards(this);

    Shards(
            final int arenaId,
            final ReceiveArena.Context context,
            final ShardGeometry geometry,
            final ShardIndex index,
            final Slabs slabs,
            final ArenaTotals totals) {
        this.arenaId = arenaId;
        this.geometry = geometry;
        this.mapper = context.mapper();
        this.listener = context.growthListener();
        this.clock = context.clock();
        this.index = index;
        this.slabs = slabs;
        this.totals = totals;
    }

    /** Adds a shard; false at the limit or where the listener refuses. Where it fails, everything is as before. */
    boolean grow() {
        final int shard = lowestAbsent();
        if (shard >= geometry.maxShards) {
            return false;
        }
        final ShardLeaf leaf = index.leafFor(shard);
        if (!listener.mayGrow(arenaId, present.cardinality(), geometry.shardSize)) {
            return false;
        }
        final ShardMemory memory = memory(shard);
        final ShardMapping mapping;
        final long before = now();
        try {
            mapping = Objects.requireNonNull(mapper.map(memory), "mapper returned no mapping");
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, slabs.of(shard)::release);
            Failures.closing(e, () -> listener.gaveBack(arenaId, geometry.shardSize));
            throw e;
        }
        final long nanos = now() - before;
        totals.add(geometry.slots, mapping, nanos);
        present.set(shard);
        leaf.add(leaf.entryOf(shard), memory.address(), mapping, arenaId);
        ArenaEvents.shardNew(arenaId, shard, memory.address(), nanos);
        return true;
    }

    private ShardMemory memory(final int shard) {
        try {
            return slabs.use(shard);
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, () -> listener.gaveBack(arenaId, geometry.shardSize));
            throw e;
        }
    }

    private long now() {
        return clock == null ? 0 : clock.nanoTime();
    }

    private int lowestAbsent() {
        int shard = present.nextClearBit(0);
        while (stuck.get(shard)) {
            shard = present.nextClearBit(shard + 1);
        }
        return shard;
    }

    /** Whether every buffer of every shard is free. */
    boolean areIdle() {
        for (int shard = present.nextSetBit(0); shard >= 0; shard = present.nextSetBit(shard + 1)) {
            final ShardLeaf leaf = leaf(shard);
            if (!leaf.isIdle(leaf.entryOf(shard))) {
                return false;
            }
        }
        return true;
    }

    /** The shards whose buffers can be had, to be read only. */
    BitSet present() {
        return present;
    }

    /** How many shards' buffers can be had. */
    int count() {
        return totals.shards();
    }

    IdleShards idle() {
        return idle;
    }

    ShardLeaf leaf(final int shard) {
        return index.leafOf(geometry.buffer(shard, 0));
    }

    /**
     * Takes a shard away if every buffer of it is free.
     *
     * @throws org.rpcrdma.verbs.VerbsException where its mapping cannot be ended: nobody gets its buffers any more all the same.
     */
    boolean retire(final int shard) {
        final ShardLeaf leaf = leaf(shard);
        final int entry = leaf.entryOf(shard);
        if (!leaf.takeAll(entry)) {
            ShardIndex.mark(leaf, entry);
            return false;
        }
        totals.retire(geometry.slots, leaf.mapping(entry));
        remove(shard);
        return true;
    }

    /** Tries again to take away what is stuck, and to give memory back; returns the first failure, or null. */
    RuntimeException removeStuck() {
        return slabs.giveBack(remove((BitSet) stuck.clone()));
    }

    /** Takes every shard away. Goes on after a failure, and throws the first at the end; again tries what is left. */
    void removeAll() {
        final BitSet all = (BitSet) present.clone();
        all.or(stuck);
        final RuntimeException failure = slabs.giveBack(remove(all));
        if (failure != null) {
            throw failure;
        }
    }

    private RuntimeException remove(final BitSet all) {
        RuntimeException failure = null;
        for (int shard = all.nextSetBit(0); shard >= 0; shard = all.nextSetBit(shard + 1)) {
            try {
                remove(shard);
            } catch (final RuntimeException e) {
                failure = Failures.join(failure, e);
            }
        }
        return failure;
    }

    private void remove(final int shard) {
        final ShardLeaf leaf = leaf(shard);
        final ShardMapping mapping = leaf.mapping(leaf.entryOf(shard));
        present.clear(shard);
        idle.forget(shard);
        unmap(shard, mapping);
        leaf.remove(leaf.entryOf(shard));
        ArenaEvents.shardFree(arenaId, shard);
        try {
            slabs.of(shard).release();
        } finally {
            listener.gaveBack(arenaId, geometry.shardSize);
        }
    }

    private void unmap(final int shard, final ShardMapping mapping) {
        final boolean wasStuck = stuck.get(shard);
        stuck.set(shard);
        try {
            mapping.close();
        } catch (final RuntimeException e) {
            totals.addStuck(wasStuck ? 0 : 1);
            ArenaEvents.shardStuck(arenaId, shard, e);
            throw e;
        }
        stuck.clear(shard);
        totals.addStuck(wasStuck ? -1 : 0);
    }
}
