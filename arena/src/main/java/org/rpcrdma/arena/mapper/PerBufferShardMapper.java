// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Maps every buffer of a shard separately, using another mapper. It serves as the baseline for measuring the benefit of
 * shards. With a {@link DmaShardMapper}, it maps buffers as svcrdma does without an arena. To obtain exactly the same
 * mappings, set {@code shardSize} to {@code bufferSize}, so that a shard holds one buffer. The rest of a shard, after
 * the last whole buffer, stays unmapped.
 *
 * <p>Thread-safe if the other mapper is thread-safe.
 */
public final class PerBufferShardMapper implements ShardMapper {
    private final ShardMapper each;
    private final int bufferSize;

    /**
     * Creates a mapper.
     *
     * @param each       the mapper for single buffers; this mapper owns and closes it.
     * @param bufferSize the size of a buffer in bytes, at least 1; an arena rejects a mapper with a different buffer
     *                   size.
     */
    public PerBufferShardMapper(final ShardMapper each, final int bufferSize) {
        if (bufferSize < 1) {
            throw new IllegalArgumentException("buffer size must be at least 1: bufferSize=" + bufferSize);
        }
        this.each = each;
        this.bufferSize = bufferSize;
    }

    @Override
    public void expectBufferSize(final int bytes) {
        if (bytes != bufferSize) {
            throw new IllegalArgumentException(
                    "mapper expects a different buffer size: bufferSize=" + bufferSize + " arenaBufferSize=" + bytes);
        }
        each.expectBufferSize(bytes);
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        final long buffers = shard.length() / bufferSize;
        if (buffers < 1 || buffers > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "shard must hold 1 to 2^31-1 buffers: length=" + shard.length() + " bufferSize=" + bufferSize);
        }
        if (buffers == 1 && shard.length() == bufferSize) {
            return each.map(shard);
        }
        final Mapping mapping = new Mapping(bufferSize, (int) buffers);
        mapping.mapAll(each, shard);
        return mapping;
    }

    /** Closes the other mapper. Close every mapping first. */
    @Override
    public void close() {
        each.close();
    }

    /** The mappings of a shard's buffers. The first {@code mapped} buffers are mapped. */
    private static final class Mapping implements ShardMapping {
        private final int bufferSize;
        private final ShardMapping[] buffers;
        private int mapped;

        Mapping(final int bufferSize, final int buffers) {
            this.bufferSize = bufferSize;
            this.buffers = new ShardMapping[buffers];
        }

        void mapAll(final ShardMapper each, final MemoryBlock shard) {
            try {
                while (mapped < buffers.length) {
                    buffers[mapped] = each.map(new Buffer(shard, mapped * bufferSize, bufferSize));
                    mapped++;
                }
            } catch (final RuntimeException | Error e) {
                Failures.closing(e, this);
                throw e;
            }
        }

        @Override
        public long iova(final int offset) {
            return buffers[offset / bufferSize].iova(offset % bufferSize);
        }

        @Override
        public int lkey(final int offset) {
            return buffers[offset / bufferSize].lkey(offset % bufferSize);
        }

        @Override
        public void syncForCpu(final int offset, final int length) {
            buffers[offset / bufferSize].syncForCpu(offset % bufferSize, length);
        }

        @Override
        public int mappings() {
            return Arrays.stream(buffers, 0, mapped)
                    .mapToInt(ShardMapping::mappings)
                    .sum();
        }

        @Override
        public long pages() {
            return Arrays.stream(buffers, 0, mapped)
                    .mapToLong(ShardMapping::pages)
                    .sum();
        }

        @Override
        public long bytes() {
            return Arrays.stream(buffers, 0, mapped)
                    .mapToLong(ShardMapping::bytes)
                    .sum();
        }

        @Override
        public void close() {
            Throwable failure = null;
            int kept = 0;
            for (int i = 0; i < mapped; i++) {
                try {
                    buffers[i].close();
                } catch (final RuntimeException | Error e) {
                    failure = Failures.join(failure, e);
                    buffers[kept++] = buffers[i];
                }
            }
            mapped = kept;
            Failures.rethrow(failure);
        }
    }

    /** Presents a buffer to the other mapper as a memory block. The shard owns the memory. */
    private record Buffer(MemoryBlock shard, int offset, int size) implements MemoryBlock {
        @Override
        public long address() {
            return shard.address() + offset;
        }

        @Override
        public long length() {
            return size;
        }

        @Override
        public ByteBuffer buffer() {
            return shard.buffer().slice(offset, size);
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException("a single buffer's memory cannot be closed; close its shard");
        }
    }
}
