// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.Failures;

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
    private final int most;
    /** In the order of their shards; nulls behind the last. */
    private volatile Slab[] slabs = new Slab[2];

    private int count;
    private volatile long inPieces;

    public Slabs(final ShardGeometry geometry, final MemoryAllocator memory, final int mostShards) {
        this.geometry = geometry;
        this.memory = memory;
        most = Math.min(mostShards, Math.max(1, MOST_BYTES / geometry.shardSize));
    }

    /** Returns the slab of a shard that is used. */
    public Slab of(final int shard) {
        final Slab slab = find(shard);
        if (slab == null) {
            throw new IllegalStateException("no memory for shard: shard=" + shard);
        }
        return slab;
    }

    /** Returns memory for a shard: of the slab that has room for it, else of a new one. */
    public ShardMemory use(final int shard) {
        final Slab slab = find(shard);
        if (slab != null) {
            return useAgain(slab, shard);
        }
        return addSlab(shard, shard < most * SHARE_OF_ARENA ? 1 : Math.min(most, geometry.maxShards - shard));
    }

    /** Memory of a slab that was given back may not be had again in one piece; then it is cut. */
    private ShardMemory useAgain(final Slab slab, final int shard) {
        try {
            return slab.use(shard, memory);
        } catch (final VerbsException | OutOfMemoryError e) {
            if (slab.shards == 1) {
                throw e;
            }
        }
        cut(slab, shard);
        return of(shard).use(shard, memory);
    }

    /** Cuts a slab without memory before and after a shard. */
    private void cut(final Slab slab, final int shard) {
        final List<Slab> pieces = new ArrayList<>(Arrays.asList(slabs).subList(0, count));
        final int at = pieces.indexOf(slab);
        pieces.set(at, new Slab(shard, 1, geometry.shardSize));
        final int after = slab.firstShard + slab.shards - shard - 1;
        if (after > 0) {
            pieces.add(at + 1, new Slab(shard + 1, after, geometry.shardSize));
        }
        if (shard > slab.firstShard) {
            pieces.add(at, new Slab(slab.firstShard, shard - slab.firstShard, geometry.shardSize));
        }
        final Slab[] all = pieces.toArray(new Slab[0]);
        count = all.length;
        slabs = all;
    }

    /** A slab of one shard keeps its place, had or not: its shard may come in pieces, and be whole another time. */
    private ShardMemory addSlab(final int shard, final int shards) {
        final Slab slab = new Slab(shard, shards, geometry.shardSize);
        final Slab[] more = count < slabs.length ? slabs : Arrays.copyOf(slabs, 2 * count);
        ShardMemory first = null;
        if (shards > 1) {
            try {
                first = slab.use(shard, memory);
            } catch (final VerbsException | OutOfMemoryError e) {
                return addSlab(shard, 1);
            }
        }
        more[count++] = slab;
        slabs = more;
        return first == null ? slab.use(shard, memory) : first;
    }

    /**
     * Returns a block of memory for a shard that cannot be allocated in one piece; closing it gives it back.
     *
     * @param bytes a power of two.
     */
    public MemoryBlock allocatePiece(final int bytes) {
        final MemoryBlock block = memory.allocate(bytes, bytes);
        inPieces += bytes;
        return new ShardMemory(block, 0, bytes, () -> {
            block.close();
            inPieces -= bytes;
        });
    }

    /** Gives back blocks that no shard uses. Goes on after a failure, and returns the first. */
    public Throwable giveBack(final Throwable before) {
        Throwable failure = before;
        for (int i = 0; i < count; i++) {
            try {
                slabs[i].giveBack();
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            }
        }
        return failure;
    }

    /** Returns bytes that are allocated now. */
    public long allocated() {
        long bytes = inPieces;
        for (final Slab slab : slabs) {
            bytes += slab == null ? 0 : slab.allocated();
        }
        return bytes;
    }

    private Slab find(final int shard) {
        final Slab[] all = slabs;
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            if (all[middle].holds(shard)) {
                return all[middle];
            }
            if (all[middle].firstShard > shard) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        return null;
    }
}
