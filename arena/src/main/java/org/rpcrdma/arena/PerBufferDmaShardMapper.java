/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * Maps a shard with one DMA mapping for each of its buffers, as svcrdma maps its Receive buffers without an arena:
 * the baseline that shards are compared with. For exactly that, a shard holds one buffer: {@code shardSize} is
 * {@code bufferSize}. Thread-safe where the device's DMA mapping is.
 */
public final class PerBufferDmaShardMapper implements ShardMapper {
    private final DmaMapper dma;
    private final int lkey;
    private final int bufferSize;

    /**
     * Makes a mapper.
     *
     * @param domain     the domain of the queue pairs that the buffers are posted on.
     * @param bufferSize bytes in a buffer, at least 1: the arena's buffer size.
     * @throws VerbsException EOPNOTSUPP where the device is driven from user space and has no DMA mapping.
     */
    public PerBufferDmaShardMapper(final ProtectionDomain domain, final int bufferSize) {
        if (bufferSize < 1) {
            throw new IllegalArgumentException("buffer size must be at least 1: bufferSize=" + bufferSize);
        }
        this.dma = domain.device().dma();
        this.lkey = domain.localDmaLkey();
        this.bufferSize = bufferSize;
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        final long buffers = shard.length() / bufferSize;
        if (buffers < 1 || buffers > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "shard must hold 1 to 2^31-1 buffers: length=" + shard.length() + " bufferSize=" + bufferSize);
        }
        final Mapping mapping = new Mapping(dma, lkey, bufferSize, (int) buffers);
        mapping.mapAll(shard.address());
        return mapping;
    }

    /** The first {@code mapped} buffers are mapped; closing works from the last to the first. */
    private static final class Mapping implements ShardMapping {
        private final DmaMapper dma;
        private final int lkey;
        private final int bufferSize;
        private final long[] iovas;
        private int mapped;

        Mapping(final DmaMapper dma, final int lkey, final int bufferSize, final int buffers) {
            this.dma = dma;
            this.lkey = lkey;
            this.bufferSize = bufferSize;
            this.iovas = new long[buffers];
        }

        void mapAll(final long address) {
            try {
                while (mapped < iovas.length) {
                    iovas[mapped] = dma.map(address + (long) mapped * bufferSize, bufferSize, DmaDirection.FROM_DEVICE);
                    mapped++;
                }
            } catch (final RuntimeException e) {
                Failures.closing(e, this);
                throw e;
            }
        }

        @Override
        public long iova(final int offset) {
            return iovas[offset / bufferSize] + offset % bufferSize;
        }

        @Override
        public int lkey(final int offset) {
            return lkey;
        }

        @Override
        public void syncForCpu(final int offset, final int length) {
            dma.syncForCpu(iova(offset), length, DmaDirection.FROM_DEVICE);
        }

        @Override
        public int mappings() {
            return mapped;
        }

        @Override
        public long pages() {
            long pages = 0;
            for (int i = 0; i < mapped; i++) {
                pages += DevicePages.covering(iovas[i], bufferSize, dma.pageSize());
            }
            return pages;
        }

        @Override
        public long bytes() {
            return (long) mapped * bufferSize;
        }

        @Override
        public void close() {
            RuntimeException failure = null;
            int kept = 0;
            for (int i = 0; i < mapped; i++) {
                try {
                    dma.unmap(iovas[i], bufferSize, DmaDirection.FROM_DEVICE);
                } catch (final RuntimeException e) {
                    failure = Failures.join(failure, e);
                    iovas[kept++] = iovas[i];
                }
            }
            mapped = kept;
            if (failure != null) {
                throw failure;
            }
        }
    }
}
