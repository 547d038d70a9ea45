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

import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.rpcrdma.arena.PerBufferShardMapper;
import org.rpcrdma.arena.ShardMapper;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;

/** The ways of making Receive buffers usable by the device that are compared. */
enum Strategy {
    /** An allocation and a DMA mapping for each buffer: what Linux's svcrdma does today, the baseline. */
    PER_BUFFER_DMA(Cut.PER_BUFFER, Mapping.DMA),

    /** A DMA mapping for each shard of buffers: what the receive arena patch does. */
    SHARD_DMA(Cut.SHARD, Mapping.DMA),

    /** An allocation and a registered region for each buffer. */
    PER_BUFFER_REGISTERED(Cut.PER_BUFFER, Mapping.REGISTERED),

    /** A registered region for each shard of buffers. */
    SHARD_REGISTERED(Cut.SHARD, Mapping.REGISTERED),

    /** An allocation and a fast-registered region for each buffer. */
    PER_BUFFER_FAST_REGISTERED(Cut.PER_BUFFER, Mapping.FAST_REGISTERED),

    /** A fast-registered region for each shard of buffers: what the patch's reviewer proposed. */
    SHARD_FAST_REGISTERED(Cut.SHARD, Mapping.FAST_REGISTERED);

    private final Cut cut;
    private final Mapping mapping;

    Strategy(final Cut cut, final Mapping mapping) {
        this.cut = cut;
        this.mapping = mapping;
    }

    /** What is allocated and mapped at once. */
    private enum Cut {
        PER_BUFFER("per-buffer"),
        SHARD("shard");

        final String label;

        Cut(final String label) {
            this.label = label;
        }
    }

    /** All labels, for the command line. */
    static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(Strategy::label).iterator();
        }
    }

    /** The strategy of a label. */
    static Optional<Strategy> of(final String label) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.label().equals(label))
                .findFirst();
    }

    /** All labels, by commas. */
    static String labels() {
        return String.join(", ", new Labels());
    }

    /** The name on the command line and in results. */
    String label() {
        return cut.label + "-" + mapping.label();
    }

    /** What is mapped at once: the name's first part. */
    String cutLabel() {
        return cut.label;
    }

    /** How it is mapped: the name's second part. */
    String mappingLabel() {
        return mapping.label();
    }

    /** Bytes of memory that are allocated at once, given the size that was asked for. */
    int shardSize(final int bufferSize, final int shardSize) {
        return cut == Cut.PER_BUFFER ? bufferSize : shardSize;
    }

    /** What maps that memory for the device. */
    ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop, final int bufferSize) {
        final ShardMapper mapper = mapping.mapper(domain, loop);
        return cut == Cut.PER_BUFFER ? new PerBufferShardMapper(mapper, bufferSize) : mapper;
    }
}
