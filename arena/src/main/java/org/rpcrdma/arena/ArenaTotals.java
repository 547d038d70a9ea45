// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.rpcrdma.arena.cache.LocalCaches;
import org.rpcrdma.arena.index.Fields;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardPieces;
import org.rpcrdma.arena.index.Slabs;
import org.rpcrdma.arena.mapper.ShardMapping;

/**
 * An arena's figures. Shards are added and removed by one thread at a time. Each figure is volatile: any thread reads
 * it.
 */
final class ArenaTotals implements ArenaMetrics {
    private static final VarHandle HIGHEST = Fields.of(MethodHandles.lookup(), "highest", int.class);
    private static final int[] NO_PIECES = {};

    private final ShardGeometry geometry;
    private final ShardIndex index;
    private final Slabs slabs;
    private final LocalCaches caches;
    /** The highest buffer that was ever out of its shard; -1 before the first. */
    private volatile int highest = -1;

    private volatile int shards;
    private volatile int shardsStuck;
    private volatile long shardsGivenBack;
    private volatile int shardsInPieces;
    /** By the binary logarithm of their size; null before the first. */
    private volatile AtomicIntegerArray pieces;

    private volatile long buffers;
    private volatile long mappings;
    private volatile long iovaPages;
    private volatile long bytesMapped;
    private volatile long mappingNanos;

    ArenaTotals(final ShardGeometry geometry, final ShardIndex index, final Slabs slabs, final LocalCaches caches) {
        this.geometry = geometry;
        this.index = index;
        this.slabs = slabs;
        this.caches = caches;
    }

    /** Adds a shard. The mapping is asked first: if that fails, nothing was added. */
    void add(final int slots, final ShardMapping mapping, final long nanos) {
        addMapped(slots, mapping, nanos);
        shards = shards + 1;
    }

    private void addMapped(final int slots, final ShardMapping mapping, final long nanos) {
        final int more = mapping.mappings();
        final long pages = mapping.pages();
        final long bytes = mapping.bytes();
        buffers = buffers + slots;
        mappings = mappings + more;
        iovaPages = iovaPages + pages;
        bytesMapped = bytesMapped + bytes;
        mappingNanos = mappingNanos + nanos;
    }

    /** Adds a piece of a shard, in the same way. */
    void addPiece(
            final boolean isFirst, final int slots, final int size, final ShardMapping mapping, final long nanos) {
        if (pieces == null) {
            pieces = new AtomicIntegerArray(Integer.SIZE);
        }
        addMapped(slots, mapping, nanos);
        if (isFirst) {
            shards = shards + 1;
            shardsInPieces = shardsInPieces + 1;
        }
        count(size, 1);
    }

    private void count(final int size, final int more) {
        pieces.addAndGet(Integer.numberOfTrailingZeros(size), more);
    }

    /** Takes a shard away that is given back. The mapping is asked first: if that fails, it was not taken away. */
    void retire(final int slots, final ShardMapping mapping) {
        final int less = mapping.mappings();
        final long pages = mapping.pages();
        final long bytes = mapping.bytes();
        final int[] sizes = mapping instanceof ShardPieces inPieces ? inPieces.sizes() : NO_PIECES;
        shards = shards - 1;
        shardsGivenBack = shardsGivenBack + 1;
        buffers = buffers - slots;
        mappings = mappings - less;
        iovaPages = iovaPages - pages;
        bytesMapped = bytesMapped - bytes;
        shardsInPieces = shardsInPieces - Math.min(1, sizes.length);
        for (final int size : sizes) {
            count(size, -1);
        }
    }

    /** Returns releases ever that came to a stack of free buffers. */
    long releases() {
        return caches.allReleases();
    }

    void addStuck(final int more) {
        shardsStuck = shardsStuck + more;
    }

    /** Takes note that a buffer came out of its shard, when every lower one was out. */
    void noteTaken(final int buffer) {
        if (buffer > highest) {
            raiseHighest(buffer);
        }
    }

    private void raiseHighest(final int buffer) {
        int before = highest;
        while (before < buffer && !HIGHEST.compareAndSet(this, before, buffer)) {
            before = highest;
        }
    }

    @Override
    public int shards() {
        return shards;
    }

    @Override
    public int shardsInPieces() {
        return shardsInPieces;
    }

    @Override
    public int pieces(final int bytes) {
        final AtomicIntegerArray bySize = pieces;
        return bySize == null || Integer.bitCount(bytes) != 1 ? 0 : bySize.get(Integer.numberOfTrailingZeros(bytes));
    }

    @Override
    public int shardsStuck() {
        return shardsStuck;
    }

    @Override
    public long shardsGivenBack() {
        return shardsGivenBack;
    }

    @Override
    public long buffers() {
        return buffers;
    }

    @Override
    public long buffersInUse() {
        return Math.max(0, buffers - index.countFree() - caches.size());
    }

    @Override
    public long buffersCached() {
        return caches.size();
    }

    @Override
    public long highWater() {
        return highest < 0 ? 0 : geometry.rank(highest) + 1;
    }

    @Override
    public long mappings() {
        return mappings;
    }

    @Override
    public long iovaPages() {
        return iovaPages;
    }

    @Override
    public long bytesMapped() {
        return bytesMapped;
    }

    @Override
    public long bytesAllocated() {
        return slabs.allocated();
    }

    @Override
    public long bytesWasted() {
        return Math.max(0, bytesMapped - highWater() * geometry.bufferSize);
    }

    @Override
    public long mappingNanos() {
        return mappingNanos;
    }
}
