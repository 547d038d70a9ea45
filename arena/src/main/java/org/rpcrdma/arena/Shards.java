// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Objects;
import org.rpcrdma.arena.cache.Stacks;
import org.rpcrdma.arena.event.ArenaEvent;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.index.ShardPieces;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/** The shards of an arena. Each added shard gets the lowest absent number. Used by one thread at a time. */
final class Shards {
    final int arenaId;
    final ShardGeometry geometry;
    final Stacks stacks;
    final ShardIndex index;
    final ArenaTotals totals = new ArenaTotals(this);
    final ArenaSafety safety;
    private final MemoryAllocator memory;
    private final ShardMapper mapper;
    private final GrowthListener listener;
    /** The numbers of the shards whose buffers can be acquired. Other classes may only read this set. */
    final BitSet present = new BitSet();
    /** The numbers of the shards that could not be unmapped and are no longer used. */
    private final BitSet stuck = new BitSet();
    /** A lower bound for the numbers of absent shards, not counting stuck shards. */
    private int firstAbsent;
    /** Unmapped memory that could not be freed. */
    private final ArrayList<MemoryBlock> unfreed = new ArrayList<>(1);

    /** The number of bytes currently allocated. Written under the arena's lock. */
    volatile long allocated;

    private final boolean mayComeInPieces;
    /** The shard in pieces that is still incomplete; null if every shard is complete. */
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
        index = new ShardIndex(geometry, tag, mapper, noneIsPlain);
        safety = new ArenaSafety(this, settings);
        memory = safety.over(settings.memory);
    }

    /**
     * Adds a shard, or the missing pieces of a partial shard. Returns null at the limit or if the listener refuses. On
     * failure, changes nothing.
     */
    ArenaEvent.ShardNew grow() {
        if (unfinished != null) {
            return map(unfinishedShard, allocate());
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
            return map(shard, allocate());
        } catch (final RuntimeException | Error e) {
            notGrown(e);
            throw e;
        }
    }

    /**
     * Notifies the listener that the shard was not added. If the listener throws an exception, adds it to the failure
     * as a suppressed exception.
     */
    private void notGrown(final Throwable failure) {
        try {
            listener.gaveBack(arenaId, geometry.shardSize);
        } catch (final RuntimeException | Error e) {
            Failures.join(failure, e);
        }
    }

    private int lowestAbsent() {
        int shard = present.nextClearBit(firstAbsent);
        while (stuck.get(shard)) {
            shard = present.nextClearBit(shard + 1);
        }
        return shard;
    }

    /**
     * Allocates a shard, or the largest piece of a shard that is available: a half, a quarter, and so on down to a page
     * or a buffer.
     */
    private MemoryBlock allocate() {
        int bytes = unfinished == null ? geometry.shardSize : unfinished.bytesMissing();
        VerbsException first = null;
        // Reserve an entry in case the block cannot be freed.
        unfreed.ensureCapacity(unfreed.size() + 1);
        while (true) {
            try {
                final MemoryBlock block = memory.allocate(bytes, bytes);
                allocated += block.length();
                return block;
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

    /** Maps memory for a shard or a piece, and adds the shard or piece. On failure, frees the memory. */
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
            if (pieces != null) {
                pieces.expect(block, mapping);
            }
            totals.add(firstSlot == 0, pieces != null, pieces == null ? geometry.slots : pieces.slots(block), mapping);
        } catch (final RuntimeException | Error e) {
            present.set(shard, firstSlot > 0);
            if (mapping != null) {
                Failures.closing(e, mapping);
            }
            Failures.join(e, free(block));
            throw e;
        }
        if (pieces != null) {
            pieces.add();
            unfinished = pieces.slots() == geometry.slots ? null : pieces;
            unfinishedShard = shard;
        }
        firstAbsent = firstSlot == 0 ? shard + 1 : firstAbsent;
        final MemoryBlock memoryOfShard = pieces == null ? block : pieces;
        index.leafFor(shard).add(shard, memoryOfShard, pieces == null ? mapping : pieces, firstSlot, arenaId);
        index.mark(shard);
        return added;
    }

    /**
     * Frees a block, and retries the blocks that could not be freed before. Continues after a failure and returns the
     * first failure.
     */
    private Throwable free(final MemoryBlock last) {
        if (last != null) {
            unfreed.add(last);
        }
        Throwable failure = null;
        for (int i = unfreed.size() - 1; i >= 0; i--) {
            final MemoryBlock block = unfreed.get(i);
            final long bytes = block.length();
            try {
                block.close();
                allocated -= bytes;
                unfreed.remove(i);
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            }
        }
        return failure;
    }

    /** Returns true if every buffer of every shard is free. */
    boolean areIdle() {
        return countIdle() == present.cardinality();
    }

    /** Returns the number of shards whose buffers are all free. Allocates nothing. */
    int countIdle() {
        int idle = 0;
        for (int shard = present.nextSetBit(0); shard >= 0; shard = present.nextSetBit(shard + 1)) {
            idle += index.leafFor(shard).isIdle(shard) ? 1 : 0;
        }
        return idle;
    }

    /**
     * Removes a shard if all its buffers are free.
     *
     * @throws org.rpcrdma.verbs.VerbsException if the shard cannot be unmapped. Its buffers are nevertheless never
     *                                          acquired again.
     */
    boolean retire(final int shard) {
        final ShardLeaf leaf = index.leafFor(shard);
        if (!leaf.takeAll(shard)) {
            index.mark(shard);
            return false;
        }
        final ShardMapping mapping;
        try {
            safety.ended(leaf, shard);
            expectFailure(shard);
            mapping = leaf.mapping(shard);
            totals.retire(leaf.slots(shard), mapping);
        } catch (final RuntimeException | OutOfMemoryError e) {
            stuck.clear(shard);
            leaf.fill(shard, 0);
            index.mark(shard);
            throw e;
        }
        remove(shard, mapping);
        return true;
    }

    /** Tries again to remove stuck shards and to free memory. Returns the first failure, or null. */
    Throwable removeStuck() {
        return remove((BitSet) stuck.clone());
    }

    /**
     * Removes every shard. Continues after a failure, and throws the first failure at the end. Another call retries the
     * failed shards.
     */
    void removeAll() {
        final BitSet all = (BitSet) present.clone();
        all.or(stuck);
        Failures.rethrow(remove(all));
        totals.clear();
    }

    private Throwable remove(final BitSet all) {
        Throwable failure = free(null);
        for (int shard = all.nextSetBit(0); shard >= 0; shard = all.nextSetBit(shard + 1)) {
            try {
                remove(shard, index.leafFor(shard).mapping(shard));
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            }
        }
        return failure;
    }

    /**
     * Marks a shard as stuck before it is removed, and reserves an entry for its memory. Both steps may allocate
     * memory, so they are done while a failure is still harmless.
     */
    private void expectFailure(final int shard) {
        stuck.set(shard);
        unfreed.ensureCapacity(unfreed.size() + 1);
    }

    private void remove(final int shard, final ShardMapping mapping) {
        final ShardLeaf leaf = index.leafFor(shard);
        expectFailure(shard);
        present.clear(shard);
        firstAbsent = Math.min(firstAbsent, shard);
        if (mapping == unfinished) {
            unfinished = null;
        }
        unmap(shard, mapping);
        final MemoryBlock block = leaf.block(shard);
        leaf.remove(shard);
        try {
            Failures.rethrow(block instanceof ShardPieces ? null : free(block));
        } finally {
            listener.gaveBack(arenaId, geometry.shardSize);
        }
        new ArenaEvent.ShardFree(arenaId, shard).commit();
    }

    private void unmap(final int shard, final ShardMapping mapping) {
        final long before = mapping instanceof ShardPieces pieces ? pieces.length() : 0;
        try {
            mapping.close();
            stuck.clear(shard);
        } catch (final RuntimeException | Error e) {
            new ArenaEvent.ShardStuck(arenaId, shard, e).commit();
            throw e;
        } finally {
            allocated -= before - (mapping instanceof ShardPieces pieces ? pieces.length() : 0);
            totals.setStuck(stuck.cardinality());
        }
    }
}
