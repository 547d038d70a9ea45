// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.rpcrdma.arena.cache.LocalCaches;
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
    private final ShardGeometry geometry;
    private final ShardIndex index;
    private final Slabs slabs;
    private final LocalCaches caches;
    /** The highest buffer that was ever out of its shard; -1 before the first. */
    private final AtomicInteger highest = new AtomicInteger(-1);

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
    private final LongAdder mappingNanos = new LongAdder();

    ArenaTotals(final ShardGeometry geometry, final ShardIndex index, final Slabs slabs, final LocalCaches caches) {
        this.geometry = geometry;
        this.index = index;
        this.slabs = slabs;
        this.caches = caches;
    }

    /**
     * Adds a shard or a piece of one. The mapping is asked first: if that fails, nothing was added.
     *
     * @param pieceSize bytes of the piece; 0 for a whole shard.
     */
    void add(final boolean isFirst, final int slots, final int pieceSize, final ShardMapping mapping) {
        if (pieceSize > 0 && pieces == null) {
            pieces = new AtomicIntegerArray(Integer.SIZE);
        }
        count(1, slots, mapping);
        shards += isFirst ? 1 : 0;
        if (pieceSize > 0) {
            shardsInPieces += isFirst ? 1 : 0;
            pieces.incrementAndGet(Integer.numberOfTrailingZeros(pieceSize));
        }
    }

    /** Takes a shard away that is given back. The mapping is asked first: if that fails, it was not taken away. */
    void retire(final int slots, final ShardMapping mapping) {
        count(-1, slots, mapping);
        shards--;
        shardsGivenBack++;
        if (mapping instanceof ShardPieces inPieces) {
            shardsInPieces--;
            for (final int size : inPieces.sizes()) {
                pieces.decrementAndGet(Integer.numberOfTrailingZeros(size));
            }
        }
    }

    private void count(final int sign, final int slots, final ShardMapping mapping) {
        final int ofMappings = mapping.mappings();
        final long ofPages = mapping.pages();
        final long ofBytes = mapping.bytes();
        buffers += sign * slots;
        mappings += sign * ofMappings;
        iovaPages += sign * ofPages;
        bytesMapped += sign * ofBytes;
    }

    /** Adds time that a shard or a piece took; done by any thread. */
    void addMappingNanos(final long nanos) {
        mappingNanos.add(nanos);
    }

    /** Notes that all shards were taken away: the arena is closed. */
    void clear() {
        shards = 0;
        shardsInPieces = 0;
        pieces = null;
        buffers = 0;
        mappings = 0;
        iovaPages = 0;
        bytesMapped = 0;
    }

    /** Returns releases ever that came to a stack of free buffers. */
    long releases() {
        return caches.allReleases();
    }

    void setStuck(final int count) {
        shardsStuck = count;
    }

    /** Takes note that a buffer came out of its shard, when every lower one was out. */
    void noteTaken(final int buffer) {
        if (buffer > highest.get()) {
            highest.accumulateAndGet(buffer, Math::max);
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
        return highest.get() < 0 ? 0 : geometry.rank(highest.get()) + 1;
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
        return mappingNanos.sum();
    }
}
