// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.rpcrdma.arena.index.ShardPieces;
import org.rpcrdma.arena.mapper.ShardMapping;

/** Maintains an arena's figures. Any thread may read them, but only one thread at a time may add or remove shards. */
final class ArenaTotals implements Supplier<ArenaFigures> {
    private final Shards shards;
    /** The highest number of a buffer that has ever left its shard; -1 if none has. */
    private final AtomicInteger highest = new AtomicInteger(-1);

    private volatile Sums sums = Sums.NONE;
    private volatile int shardsStuck;
    private volatile long shardsFreed;
    private final LongAdder mappingNanos = new LongAdder();

    /** The sums over all shards. */
    private record Sums(int shards, int inPieces, long buffers, long mappings, long iovaPages, long bytesMapped) {
        static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0);

        /** Adds shards or a piece of a shard, or subtracts them if the sign is negative. */
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

    ArenaTotals(final Shards shards) {
        this.shards = shards;
    }

    /** Adds a shard, or a piece of a shard. Reads the mapping first, so that nothing is added if reading fails. */
    void add(final boolean isFirst, final boolean isPiece, final int slots, final ShardMapping mapping) {
        sums = sums.plus(1, isFirst ? 1 : 0, isFirst && isPiece ? 1 : 0, slots, mapping);
    }

    /**
     * Subtracts a shard that is being freed. Reads the mapping first, so that nothing is subtracted if reading fails.
     */
    void retire(final int slots, final ShardMapping mapping) {
        sums = sums.plus(-1, 1, mapping instanceof ShardPieces ? 1 : 0, slots, mapping);
        shardsFreed++;
    }

    /** Adds the time spent on a shard or a piece; thread-safe. */
    void addMappingNanos(final long nanos) {
        mappingNanos.add(nanos);
    }

    /** Subtracts all shards when the arena has been closed. */
    void clear() {
        sums = Sums.NONE;
    }

    void setStuck(final int count) {
        shardsStuck = count;
    }

    /** Records that a buffer left its shard while all lower buffers were also outside their shards. */
    void noteTaken(final int buffer) {
        if (buffer > highest.get()) {
            highest.accumulateAndGet(buffer, Math::max);
        }
    }

    int shards() {
        return sums.shards;
    }

    long buffersInUse() {
        return Math.max(0, sums.buffers - shards.index.countFree() - shards.stacks.spare());
    }

    @Override
    public ArenaFigures get() {
        final Sums now = sums;
        final long inUse = buffersInUse();
        final int top = highest.get();
        final long highWater = top < 0 ? 0 : shards.geometry.rank(top) + 1;
        return new ArenaFigures(
                now.shards,
                now.buffers,
                inUse,
                highWater,
                now.mappings,
                now.iovaPages,
                now.bytesMapped,
                Math.max(0, now.bytesMapped - highWater * shards.geometry.bufferSize),
                shardsFreed,
                shardsStuck,
                shards.stacks.spare(),
                shards.allocated,
                mappingNanos.sum(),
                Math.max(0, now.buffers - inUse),
                now.inPieces);
    }
}
