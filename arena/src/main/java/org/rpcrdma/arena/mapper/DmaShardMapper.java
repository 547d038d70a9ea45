// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * Maps each shard with one DMA mapping, so that all its buffers share a single iova range. Work requests use this range
 * with the protection domain's {@code local_dma_lkey}. This is the design of "svcrdma: Introduce Receive buffer arenas"
 * (RFC v2, August 2025). Thread-safe if the device's DMA mapper is thread-safe.
 */
public final class DmaShardMapper implements ShardMapper {
    private final DmaMapper dma;
    private final int lkey;
    private final DmaDirection direction;
    private final boolean isLinked;

    /**
     * Creates a mapper for buffers that the device writes.
     *
     * @param domain the domain of the queue pairs on which the buffers are posted.
     * @throws VerbsException EOPNOTSUPP if the device does not support DMA mapping, for example in user space.
     */
    public DmaShardMapper(final ProtectionDomain domain) {
        this(domain, DmaDirection.FROM_DEVICE);
    }

    /**
     * Creates a mapper.
     *
     * @param domain    the domain of the queue pairs on which the buffers are posted.
     * @param direction the direction of the device's access.
     * @throws VerbsException EOPNOTSUPP if the device does not support DMA mapping, for example in user space.
     */
    public DmaShardMapper(final ProtectionDomain domain, final DmaDirection direction) {
        this(domain, direction, false);
    }

    private DmaShardMapper(final ProtectionDomain domain, final DmaDirection direction, final boolean isLinked) {
        this.dma = domain.device().dma();
        this.lkey = domain.localDmaLkey();
        this.direction = direction;
        this.isLinked = isLinked;
    }

    /**
     * Returns a mapper that links the contiguous pieces of a shard to one range of iovas ({@link DmaMapper#link}), for
     * buffers that the device writes.
     *
     * @param domain the domain of the queue pairs on which the buffers are posted.
     * @return the mapper.
     * @throws VerbsException EOPNOTSUPP if the device does not support DMA mapping, for example in user space.
     */
    public static DmaShardMapper linking(final ProtectionDomain domain) {
        return new DmaShardMapper(domain, DmaDirection.FROM_DEVICE, true);
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        final long iova = isLinked
                ? dma.link(shard.address(), shard.length(), direction)
                : dma.map(shard.address(), shard.length(), direction);
        try {
            return new Mapping(iova, shard.length());
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, () -> end(iova, shard.length()));
            throw e;
        }
    }

    private void end(final long iova, final long length) {
        if (isLinked) {
            dma.destroy(iova, length, direction);
        } else {
            dma.unmap(iova, length, direction);
        }
    }

    @Override
    public ShardMappings newMappings(final int shards, final int shardSize) {
        return new Iovas(shards, shardSize);
    }

    /** Stores the iova of each mapping. */
    private final class Iovas implements ShardMappings {
        private final int shardSize;
        private final long[] iovas;

        Iovas(final int shards, final int shardSize) {
            this.shardSize = shardSize;
            iovas = new long[shards];
        }

        @Override
        public void set(final int place, final ShardMapping mapping) {
            iovas[place] = mapping == null ? 0 : mapping.iova(0);
        }

        @Override
        public ShardMapping get(final int place) {
            return new Mapping(iovas[place], shardSize);
        }

        @Override
        public long iova(final int place, final int offset) {
            return iovas[place] + offset;
        }

        @Override
        public int lkey(final int place, final int offset) {
            return lkey;
        }

        @Override
        public void syncForCpu(final int place, final int offset, final int length) {
            dma.syncForCpu(iova(place, offset), length, direction);
        }
    }

    private final class Mapping extends SingleMapping {
        Mapping(final long iova, final long length) {
            super(iova, length);
        }

        @Override
        public int lkey(final int offset) {
            return lkey;
        }

        @Override
        int pageSize() {
            return dma.pageSize();
        }

        @Override
        public void syncForCpu(final int offset, final int length) {
            dma.syncForCpu(iova(offset), length, direction);
        }

        @Override
        void end() {
            DmaShardMapper.this.end(iova(0), bytes());
        }
    }
}
