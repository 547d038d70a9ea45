// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.BitSet;
import java.util.Objects;
import org.agrona.collections.Int2IntHashMap;
import org.rpcrdma.arena.cache.Stacks;
import org.rpcrdma.arena.event.ArenaEvent;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.index.ShardPieces;
import org.rpcrdma.arena.index.Slabs;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * An arena's shards as a whole: adds them, the lowest number that is not there first, and takes them away. Used by one
 * thread at a time.
 */
final class Shards {
    final int arenaId;
    final ShardGeometry geometry;
    final Stacks stacks;
    final ShardIndex index;
    final ArenaTotals totals = new ArenaTotals(this);
    final ArenaSafety safety;
    final Slabs slabs;
    private final ShardMapper mapper;
    private final GrowthListener listener;
    /** Shards whose buffers can be acquired; to be read only elsewhere. */
    final BitSet present = new BitSet();
    /** Shards whose mapping could not be ended: nothing of theirs is used any more. */
    private final BitSet stuck = new BitSet();
    /** No shard before this one is absent, but for those that are stuck. */
    private int firstAbsent;
    /** Of each shard that was idle at the last look: how often buffers were given back to it, and the sign bit. */
    final Int2IntHashMap idle = new Int2IntHashMap(0);

    private final boolean mayComeInPieces;
    /** The shard that came in pieces and lacks some; null if none does. */
    private ShardPieces unfinished;

    private int unfinishedShard;

    Shards(final int arenaId, final ArenaSettings settings) {
        this.arenaId = arenaId;
        geometry = new ShardGeometry(settings.bufferSize, settings.shardSize, settings.maxShards);
        stacks = new Stacks((int) Math.min(settings.stripeSize, geometry.maxBuffers()));
        mapper = settings.mapper;
        listener = settings.growthListener;
        mayComeInPieces = settings.shardsInPieces && geometry.leastPiece() < geometry.shardSize;
        final boolean noneIsPlain = settings.leakDetection.tracesPlaces() || settings.isPoisoning();
        final int tag = HandleBits.tag(arenaId);
        index = new ShardIndex(geometry, tag, new BufferStates(geometry, tag, noneIsPlain));
        safety = new ArenaSafety(this, settings);
        slabs = new Slabs(geometry, safety.over(settings.memory), settings.shardsAllocatedAtOnce);
    }

    /**
     * Adds a shard, or the missing pieces of a partial one; returns null at the limit or if the listener refuses. If
     * it fails, everything is as before.
     */
    ArenaEvent.ShardNew grow() {
        if (unfinished != null) {
            return map(unfinishedShard, allocate(unfinishedShard));
        }
        final int shard = lowestAbsent();
        if (shard >= geometry.maxShards) {
            return null;
        }
        index.leafFor(shard);
        if (!listener.mayGrow(arenaId, totals.shards(), geometry.shardSize)) {
            return null;
        }
        try {
            return map(shard, allocate(shard));
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, () -> listener.gaveBack(arenaId, geometry.shardSize));
            throw e;
        }
    }

    private int lowestAbsent() {
        int shard = present.nextClearBit(firstAbsent);
        while (stuck.get(shard)) {
            shard = present.nextClearBit(shard + 1);
        }
        return shard;
    }

    /** Allocates a shard, or the largest available piece of it: half of it, a quarter, down to a page or a buffer. */
    private MemoryBlock allocate(final int shard) {
        int bytes = unfinished == null ? geometry.shardSize : unfinished.bytesMissing();
        VerbsException first = null;
        while (true) {
            try {
                return bytes == geometry.shardSize ? slabs.use(shard) : slabs.allocatePiece(bytes);
            } catch (final VerbsException e) {
                bytes /= 2;
                if (!mayComeInPieces || e.errno() != Errno.ENOMEM) {
                    throw e;
                }
                first = first == null ? e : first;
                if (bytes < geometry.leastPiece()) {
                    throw first;
                }
            }
        }
    }

    /** Maps memory for a shard, all of it or a piece, and adds it; closes the memory if this fails. */
    private ArenaEvent.ShardNew map(final int shard, final MemoryBlock block) {
        final int firstSlot = unfinished == null ? 0 : unfinished.slots();
        final ArenaEvent.ShardNew added;
        final ShardPieces pieces;
        ShardMapping mapping = null;
        try {
            added = new ArenaEvent.ShardNew(arenaId, shard, block.address());
            pieces = unfinished == null && block.length() < geometry.shardSize ? new ShardPieces(geometry) : unfinished;
            present.set(shard);
            mapping = Objects.requireNonNull(mapper.map(block), "mapper returned no mapping");
            totals.add(firstSlot == 0, pieces == null ? geometry.slots : pieces.slots(block), pieces, mapping);
        } catch (final RuntimeException | Error e) {
            present.set(shard, firstSlot > 0);
            if (mapping != null) {
                Failures.closing(e, mapping);
            }
            Failures.closing(e, block);
            throw e;
        }
        if (pieces != null) {
            pieces.add(block, mapping);
            unfinished = pieces.slots() == geometry.slots ? null : pieces;
            unfinishedShard = shard;
        }
        firstAbsent = firstSlot == 0 ? shard + 1 : firstAbsent;
        final ShardLeaf leaf = leaf(shard);
        leaf.add(
                leaf.entryOf(shard),
                pieces == null ? block.address() : 0,
                pieces == null ? mapping : pieces,
                firstSlot,
                arenaId);
        return added;
    }

    /** Returns true if every buffer of every shard is free. */
    boolean areIdle() {
        return present.stream().allMatch(shard -> leaf(shard).isIdle(leaf(shard).entryOf(shard)));
    }

    /** Returns true if a shard is idle, and was so at the look before, and untouched in between. */
    boolean isIdleStill(final int shard) {
        final ShardLeaf leaf = leaf(shard);
        final int entry = leaf.entryOf(shard);
        final int before = idle.remove(shard);
        if (!leaf.isIdle(entry)) {
            return false;
        }
        final int now = (int) leaf.releases(entry) | Integer.MIN_VALUE;
        idle.put(shard, now);
        return before == now;
    }

    ShardLeaf leaf(final int shard) {
        return index.leafOf(geometry.buffer(shard, 0));
    }

    /**
     * Takes a shard away if every buffer of it is free.
     *
     * @throws org.rpcrdma.verbs.VerbsException if its mapping cannot be ended: nobody gets its buffers any more all
     *     the same.
     */
    boolean retire(final int shard) {
        final ShardLeaf leaf = leaf(shard);
        final int entry = leaf.entryOf(shard);
        if (!leaf.takeAll(entry)) {
            ShardIndex.mark(leaf, entry);
            return false;
        }
        try {
            safety.ended(leaf, shard);
            totals.retire(leaf.slots(entry), leaf.mapping(entry));
        } catch (final RuntimeException | OutOfMemoryError e) {
            leaf.fill(entry, 0);
            ShardIndex.mark(leaf, entry);
            throw e;
        }
        remove(shard);
        return true;
    }

    /** Tries again to remove stuck shards and to give memory back; returns the first failure, or null. */
    Throwable removeStuck() {
        return slabs.giveBack(remove((BitSet) stuck.clone()));
    }

    /**
     * Takes every shard away. Goes on after a failure, and throws the first at the end; a further call tries the
     * remaining ones.
     */
    void removeAll() {
        final BitSet all = (BitSet) present.clone();
        all.or(stuck);
        Failures.rethrow(slabs.giveBack(remove(all)));
        totals.clear();
    }

    private Throwable remove(final BitSet all) {
        Throwable failure = null;
        for (int shard = all.nextSetBit(0); shard >= 0; shard = all.nextSetBit(shard + 1)) {
            try {
                remove(shard);
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            }
        }
        return failure;
    }

    private void remove(final int shard) {
        final ShardLeaf leaf = leaf(shard);
        final ShardMapping mapping = leaf.mapping(leaf.entryOf(shard));
        present.clear(shard);
        firstAbsent = Math.min(firstAbsent, shard);
        idle.remove(shard);
        if (mapping == unfinished) {
            unfinished = null;
        }
        unmap(shard, mapping);
        try {
            leaf.remove(leaf.entryOf(shard));
            if (!(mapping instanceof ShardPieces)) {
                slabs.memory(shard).close();
            }
        } finally {
            listener.gaveBack(arenaId, geometry.shardSize);
        }
        new ArenaEvent.ShardFree(arenaId, shard).commit();
    }

    private void unmap(final int shard, final ShardMapping mapping) {
        stuck.set(shard);
        try {
            mapping.close();
            stuck.clear(shard);
        } catch (final RuntimeException | Error e) {
            new ArenaEvent.ShardStuck(arenaId, shard, e).commit();
            throw e;
        } finally {
            totals.setStuck(stuck.cardinality());
        }
    }
}
