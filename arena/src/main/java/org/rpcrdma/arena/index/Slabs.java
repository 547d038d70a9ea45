// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * An arena's memory. A slab has room for one shard, and once there are eight times as many, for up to 64, unless fewer
 * are asked for: so a small arena has no memory that it does not use, and a large one few slabs. Changed by one thread
 * at a time; read by any.
 */
public final class Slabs {
    private static final int SHARE_OF_ARENA = 8;
    /** The most shards of a slab. */
    public static final int MOST_SHARDS = 64;

    private static final int MOST_BYTES = 1 << 26;

    private final ShardGeometry geometry;
    private final MemoryAllocator memory;
    /** The most shards of a slab of this arena. */
    private final int mostShards;
    /** By their first shards. */
    private final ConcurrentNavigableMap<Integer, Slab> slabs = new ConcurrentSkipListMap<>();

    private volatile long allocated;

    /**
     * One piece of memory for several shards that follow each other. It is given back with the last of them, and
     * allocated again when one of them is wanted again.
     */
    private static final class Slab {
        final int firstShard;
        final int shards;
        /** Null while no shard is used. */
        private volatile MemoryBlock block;

        private int used;

        Slab(final int firstShard, final int shards) {
            this.firstShard = firstShard;
            this.shards = shards;
        }
    }

    /** The memory of a shard, or of a piece of one, as a mapper sees it: part of a larger block or all of it. */
    private record Part(MemoryBlock block, int offset, long length, Runnable giveBack) implements MemoryBlock {
        @Override
        public long address() {
            return block.address() + offset;
        }

        @Override
        public ByteBuffer buffer() {
            return block.buffer().slice(offset, (int) length);
        }

        @Override
        public void close() {
            giveBack.run();
        }
    }

    public Slabs(final ShardGeometry geometry, final MemoryAllocator memory, final int mostShards) {
        this.geometry = geometry;
        this.memory = memory;
        this.mostShards = Math.min(mostShards, Math.max(1, MOST_BYTES / geometry.shardSize));
    }

    /** Returns memory for a shard, which counts as used from now on: of the slab that has room for it, or a new one. */
    public MemoryBlock use(final int shard) {
        final Slab found = find(shard);
        final Slab slab = found == null ? add(shard, shard < mostShards * SHARE_OF_ARENA ? 1 : mostShards) : found;
        try {
            return use(slab, shard);
        } catch (final VerbsException | OutOfMemoryError e) {
            if (slab.shards == 1) {
                throw e;
            }
            // There is no block for all of its shards: each takes its own.
            slabs.remove(slab.firstShard);
            return use(add(shard, 1), shard);
        }
    }

    private MemoryBlock use(final Slab slab, final int shard) {
        if (slab.block == null) {
            slab.block = memory.allocate((long) slab.shards * geometry.shardSize, geometry.shardSize);
            allocated += slab.block.length();
        }
        final MemoryBlock ofShard = memory(shard);
        slab.used++;
        return ofShard;
    }

    /** Makes a slab for a shard and for those behind it that have none, up to a limit. */
    private Slab add(final int shard, final int limit) {
        final Integer next = slabs.higherKey(shard);
        final int end = Math.min(shard + limit, next == null ? geometry.maxShards : next);
        final Slab slab = new Slab(shard, end - shard);
        slabs.put(shard, slab);
        return slab;
    }

    /** Returns the slab that holds a shard, or null. */
    private Slab find(final int shard) {
        final Map.Entry<Integer, Slab> slab = slabs.floorEntry(shard);
        return slab == null || shard - slab.getKey() >= slab.getValue().shards ? null : slab.getValue();
    }

    /**
     * Returns a block of memory for a shard that cannot be allocated in one piece; closing it gives it back.
     *
     * @param bytes a power of two.
     */
    public MemoryBlock allocatePiece(final int bytes) {
        final MemoryBlock block = memory.allocate(bytes, bytes);
        allocated += bytes;
        return new Part(block, 0, bytes, () -> {
            block.close();
            allocated -= bytes;
        });
    }

    /** Returns the memory of a shard that is used, to be closed when it is not any more. */
    public MemoryBlock memory(final int shard) {
        final Slab slab = find(shard);
        return new Part(slab.block, (shard - slab.firstShard) * geometry.shardSize, geometry.shardSize, () -> {
            slab.used--;
            giveBack(slab);
        });
    }

    private void giveBack(final Slab slab) {
        final MemoryBlock block = slab.block;
        if (slab.used == 0 && block != null) {
            final long bytes = block.length();
            block.close();
            allocated -= bytes;
            slab.block = null;
        }
    }

    /** Gives back blocks that no shard uses. Goes on after a failure, and returns the first. */
    public Throwable giveBack(final Throwable before) {
        Throwable failure = before;
        for (final Slab slab : slabs.values()) {
            try {
                giveBack(slab);
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            }
        }
        return failure;
    }

    /** Returns bytes that are allocated now. */
    public long allocated() {
        return allocated;
    }
}
