// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.BitSet;
import java.util.Objects;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.index.ShardMemory;
import org.rpcrdma.arena.index.ShardPieces;
import org.rpcrdma.arena.index.Slabs;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.Failures;

/**
 * An arena's shards as a whole: adds them, the lowest number that is not there first, and takes them away. Used by one
 * thread at a time.
 */
final class Shards {
    static {
        ArenaEvent.load();
    }

    private final ArenaSettings settings;
    private final int arenaId;
    private final ShardGeometry geometry;
    private final GrowthListener listener;
    private final ShardIndex index;
    private final Slabs slabs;
    private final ArenaTotals totals;
    private final ArenaSafety safety;
    /** Shards whose buffers can be acquired. */
    private final BitSet present = new BitSet();
    /** Shards whose mapping could not be ended: nothing of theirs is used any more. */
    private final BitSet stuck = new BitSet();
    /** No shard before this one is absent, but for those that are stuck. */
    private int firstAbsent;

    private final IdleShards idle = new IdleShards(this);
    private final boolean mayComeInPieces;
    /** The shard that came in pieces and lacks some; null if none does. */
    private ShardPieces unfinished;

    private int unfinishedShard;
    /** Bytes of its largest piece that could be allocated when it was tried last. */
    private int pieceSize;

    Shards(
            final ArenaSettings settings,
            final ShardIndex index,
            final Slabs slabs,
            final ArenaTotals totals,
            final ArenaSafety safety) {
        this.settings = settings;
        this.arenaId = settings.arenaId();
        this.geometry = settings.geometry();
        this.listener = settings.growthListener();
        this.mayComeInPieces = settings.shardsInPieces() && geometry.leastPiece() < geometry.shardSize;
        this.index = index;
        this.slabs = slabs;
        this.totals = totals;
        this.safety = safety;
    }

    /**
     * Adds a shard, or the missing pieces of a partial one; false at the limit or if the listener refuses. If it
     * fails, everything is as before.
     */
    boolean grow() {
        if (unfinished != null) {
            addLargestPiece(unfinishedShard, leaf(unfinishedShard), unfinished, null);
            return true;
        }
        final int shard = lowestAbsent();
        if (shard >= geometry.maxShards) {
            return false;
        }
        final ShardLeaf leaf = index.leafFor(shard);
        if (!listener.mayGrow(arenaId, count(), geometry.shardSize)) {
            return false;
        }
        try {
            add(shard, leaf);
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, () -> listener.gaveBack(arenaId, geometry.shardSize));
            throw e;
        }
        return true;
    }

    private void add(final int shard, final ShardLeaf leaf) {
        final ShardMemory memory;
        try {
            memory = slabs.use(shard);
        } catch (final VerbsException e) {
            if (!mayComeInPieces || e.errno() != Errno.ENOMEM) {
                throw e;
            }
            pieceSize = geometry.shardSize / 2;
            addLargestPiece(shard, leaf, new ShardPieces(geometry), e);
            return;
        }
        try {
            add(shard, leaf, memory);
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, () -> slabs.of(shard).release());
            throw e;
        }
    }

    /**
     * Adds the largest piece to a shard that can be allocated, down to a page or a buffer.
     *
     * @param refusal the refusal of a larger one, or null.
     */
    private void addLargestPiece(
            final int shard, final ShardLeaf leaf, final ShardPieces pieces, final VerbsException refusal) {
        final MemoryBlock block = allocatePiece(Math.min(pieceSize, pieces.bytesMissing()), refusal);
        try {
            addPiece(shard, leaf, pieces, block);
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, block);
            throw e;
        }
    }

    private MemoryBlock allocatePiece(final int most, final VerbsException refusal) {
        VerbsException first = refusal;
        for (int bytes = most; bytes >= geometry.leastPiece(); bytes /= 2) {
            try {
                final MemoryBlock block = slabs.allocatePiece(bytes);
                pieceSize = bytes;
                return block;
            } catch (final VerbsException e) {
                if (e.errno() != Errno.ENOMEM) {
                    throw e;
                }
                first = first == null ? e : first;
            }
        }
        throw first;
    }

    private void addPiece(final int shard, final ShardLeaf leaf, final ShardPieces pieces, final MemoryBlock block) {
        final int firstSlot = pieces.slots();
        final int slots = Math.min(geometry.slots - firstSlot, (int) (block.length() / geometry.bufferSize));
        final long before = settings.nanoTime();
        final ShardMapping mapping = Objects.requireNonNull(settings.mapper().map(block), "mapper returned no mapping");
        final long nanos;
        try {
            nanos = settings.nanoTime() - before;
            present.set(shard);
            totals.addPiece(firstSlot == 0, slots, (int) block.length(), mapping, nanos);
        } catch (final RuntimeException | Error e) {
            present.set(shard, firstSlot > 0);
            Failures.closing(e, mapping);
            throw e;
        }
        pieces.add(block, mapping);
        unfinished = pieces.isWhole() ? null : pieces;
        unfinishedShard = shard;
        firstAbsent = firstSlot == 0 ? shard + 1 : firstAbsent;
        leaf.add(leaf.entryOf(shard), 0, pieces, firstSlot, arenaId);
        new ArenaEvent.ShardNew(arenaId, shard, block.address(), nanos).commit();
    }

    private void add(final int shard, final ShardLeaf leaf, final ShardMemory memory) {
        final long before = settings.nanoTime();
        final ShardMapping mapping =
                Objects.requireNonNull(settings.mapper().map(memory), "mapper returned no mapping");
        final long nanos;
        try {
            nanos = settings.nanoTime() - before;
            present.set(shard);
            totals.add(geometry.slots, mapping, nanos);
        } catch (final RuntimeException | Error e) {
            present.clear(shard);
            Failures.closing(e, mapping);
            throw e;
        }
        firstAbsent = shard + 1;
        leaf.add(leaf.entryOf(shard), memory.address(), mapping, 0, arenaId);
        new ArenaEvent.ShardNew(arenaId, shard, memory.address(), nanos).commit();
    }

    private int lowestAbsent() {
        int shard = present.nextClearBit(firstAbsent);
        while (stuck.get(shard)) {
            shard = present.nextClearBit(shard + 1);
        }
        return shard;
    }

    /** Returns true if every buffer of every shard is free. */
    boolean areIdle() {
        for (int shard = present.nextSetBit(0); shard >= 0; shard = present.nextSetBit(shard + 1)) {
            final ShardLeaf leaf = leaf(shard);
            if (!leaf.isIdle(leaf.entryOf(shard))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the shards whose buffers can be had, to be read only. */
    BitSet present() {
        return present;
    }

    /** Returns how many shards' buffers can be had. */
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
     * @throws org.rpcrdma.verbs.VerbsException if its mapping cannot be ended: nobody gets its buffers any more all
     * the
     *     same.
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
        idle.forget(shard);
        if (mapping == unfinished) {
            unfinished = null;
        }
        unmap(shard, mapping);
        try {
            leaf.remove(leaf.entryOf(shard));
            if (!(mapping instanceof ShardPieces)) {
                slabs.of(shard).release();
            }
        } finally {
            listener.gaveBack(arenaId, geometry.shardSize);
        }
        new ArenaEvent.ShardFree(arenaId, shard).commit();
    }

    private void unmap(final int shard, final ShardMapping mapping) {
        final boolean wasStuck = stuck.get(shard);
        stuck.set(shard);
        try {
            mapping.close();
        } catch (final RuntimeException | Error e) {
            totals.addStuck(wasStuck ? 0 : 1);
            new ArenaEvent.ShardStuck(arenaId, shard, e).commit();
            throw e;
        }
        stuck.clear(shard);
        totals.addStuck(wasStuck ? -1 : 0);
    }
}
