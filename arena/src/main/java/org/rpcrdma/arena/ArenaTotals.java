// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.rpcrdma.arena.index.ShardPieces;
import org.rpcrdma.arena.mapper.ShardMapping;

/**
 * An arena's figures. Shards are added and removed by one thread at a time. Each figure is volatile: any thread reads
 * it.
 */
final class ArenaTotals implements ArenaMetrics {
    private final Shards ofArena;
    /** The highest buffer that was ever out of its shard; -1 before the first. */
    private final AtomicInteger highest = new AtomicInteger(-1);

    private volatile Sums sums = Sums.NONE;
    private volatile int shardsStuck;
    private volatile long shardsGivenBack;
    /** By the binary logarithm of their size. */
    private volatile AtomicIntegerArray pieces = new AtomicIntegerArray(Integer.SIZE);

    private final LongAdder mappingNanos = new LongAdder();

    /** The figures of all shards. */
    private record Sums(int shards, int inPieces, long buffers, long mappings, long iovaPages, long bytesMapped) {
        static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0);

        /** Adds shards or pieces of one, or takes them away if the sign is negative. */
        Sums plus(final int sign, final int more, final int moreInPieces, final int slots, final ShardMapping mapping) {
            return new Sums(
                    shards + sign * more,
                    inPieces + sign * moreInPieces,
                    buffers + sign * slots,
                    mappings + sign * mapping.mappings(),
                    iovaPages + sign * mapping.pages(),
                    bytesMapped + sign * mapping.bytes());
        }
    }

    ArenaTotals(final Shards ofArena) {
        this.ofArena = ofArena;
    }

    /**
     * Adds a shard or a piece of one. The mapping is asked first: if that fails, nothing was added.
     *
     * @param pieceSize bytes of the piece; 0 for a whole shard.
     */
    void add(final boolean isFirst, final int slots, final int pieceSize, final ShardMapping mapping) {
        final int more = isFirst ? 1 : 0;
        sums = sums.plus(1, more, pieceSize > 0 ? more : 0, slots, mapping);
        if (pieceSize > 0) {
            pieces.incrementAndGet(Integer.numberOfTrailingZeros(pieceSize));
        }
    }

    /** Takes a shard away that is given back. The mapping is asked first: if that fails, it was not taken away. */
    void retire(final int slots, final ShardMapping mapping) {
        final int[] sizes = mapping instanceof ShardPieces inPieces ? inPieces.sizes() : new int[0];
        sums = sums.plus(-1, 1, sizes.length > 0 ? 1 : 0, slots, mapping);
        shardsGivenBack++;
        for (final int size : sizes) {
            pieces.decrementAndGet(Integer.numberOfTrailingZeros(size));
        }
    }

    /** Adds time that a shard or a piece took; done by any thread. */
    void addMappingNanos(final long nanos) {
        mappingNanos.add(nanos);
    }

    /** Notes that all shards were taken away: the arena is closed. */
    void clear() {
        sums = Sums.NONE;
        pieces = new AtomicIntegerArray(Integer.SIZE);
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
        return sums.shards;
    }

    @Override
    public int shardsInPieces() {
        return sums.inPieces;
    }

    @Override
    public int pieces(final int bytes) {
        return Integer.bitCount(bytes) == 1 ? pieces.get(Integer.numberOfTrailingZeros(bytes)) : 0;
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
        return sums.buffers;
    }

    @Override
    public long buffersInUse() {
        return Math.max(0, buffers() - ofArena.index.countFree() - ofArena.caches.size());
    }

    @Override
    public long buffersCached() {
        return ofArena.caches.size();
    }

    @Override
    public long highWater() {
        return highest.get() < 0 ? 0 : ofArena.geometry.rank(highest.get()) + 1;
    }

    @Override
    public long mappings() {
        return sums.mappings;
    }

    @Override
    public long iovaPages() {
        return sums.iovaPages;
    }

    @Override
    public long bytesMapped() {
        return sums.bytesMapped;
    }

    @Override
    public long bytesAllocated() {
        return ofArena.slabs.allocated();
    }

    @Override
    public long bytesWasted() {
        return Math.max(0, bytesMapped() - highWater() * ofArena.geometry.bufferSize);
    }

    @Override
    public long mappingNanos() {
        return mappingNanos.sum();
    }
}
