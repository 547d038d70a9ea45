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
package org.rpcrdma.bench;

import org.rpcrdma.arena.DmaShardMapper;
import org.rpcrdma.arena.PerBufferDmaShardMapper;
import org.rpcrdma.arena.ShardMapper;
import org.rpcrdma.verbs.ProtectionDomain;

/** The ways of making Receive buffers usable by the device that are compared. */
enum Strategy {
    /** An allocation and a DMA mapping for each buffer: what Linux's svcrdma does today, the baseline. */
    PER_BUFFER_DMA("per-buffer-dma") {
        @Override
        int shardSize(final int bufferSize, final int shardSize) {
            return bufferSize;
        }

        @Override
        ShardMapper mapper(final ProtectionDomain domain, final int bufferSize) {
            return new PerBufferDmaShardMapper(domain, bufferSize);
        }
    },

    /** A DMA mapping for each shard of buffers: what the receive arena patch does. */
    SHARD_DMA("shard-dma") {
        @Override
        int shardSize(final int bufferSize, final int shardSize) {
            return shardSize;
        }

        @Override
        ShardMapper mapper(final ProtectionDomain domain, final int bufferSize) {
            return new DmaShardMapper(domain);
        }
    };

    private final String label;

    Strategy(final String label) {
        this.label = label;
    }

    /** The name on the command line and in results. */
    String label() {
        return label;
    }

    /** Bytes of memory that are allocated at once, given the size that was asked for. */
    abstract int shardSize(int bufferSize, int shardSize);

    /** What maps that memory for the device. */
    abstract ShardMapper mapper(ProtectionDomain domain, int bufferSize);
}
