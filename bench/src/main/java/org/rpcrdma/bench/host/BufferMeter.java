// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.arena.mapper.ShardMappings;
import org.rpcrdma.sim.config.ProcessorStatistics;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Meters the CPU time that a simulated host spends on allocating and mapping Receive buffers. A nested call, such as an
 * allocation by a mapper, is counted only once. Queues that a mapper creates are not counted.
 */
public final class BufferMeter {
    private static final long MOST = 1L << 40;

    private final Supplier<ProcessorStatistics> paying;
    private final HostTimes times = new HostTimes();
    /** The processors whose calls are being metered. While one processor waits for a completion, another may run. */
    private final List<ProcessorStatistics> metered = new ArrayList<>();
    /** Objects that are reused, because there are millions of calls. */
    private final ArrayDeque<Call> spare = new ArrayDeque<>();

    /**
     * Creates a meter.
     *
     * @param paying returns the CPU time charged to the processor of the current call.
     */
    public BufferMeter(final Supplier<ProcessorStatistics> paying) {
        this.paying = paying;
    }

    /** Returns the time spent so far. */
    public HostTimes times() {
        return times.copy();
    }

    /** Returns a mapper whose calls are metered. Closing it closes the wrapped mapper. */
    public ShardMapper of(final ShardMapper mapper) {
        return new Mapper(mapper);
    }

    /** Returns an allocator whose calls are metered. */
    public MemoryAllocator of(final MemoryAllocator memory) {
        return new Memory(memory);
    }

    /** A call that is being metered. */
    private static final class Call {
        final HostTimes before = new HostTimes();
        ProcessorStatistics processor;
    }

    /** Meters a call. The calls that it makes to metered mappers and allocators need no measurements of their own. */
    public void meter(final Runnable call) {
        final Call metering = begin();
        try {
            call.run();
        } finally {
            end(metering);
        }
    }

    /**
     * Begins to meter a call. Returns null if the processor is already being metered. A method that took the call as a
     * lambda would be slow, because the JVM's first compiler does not inline the lambda's creation.
     */
    private Call begin() {
        final ProcessorStatistics processor = paying.get();
        if (metered.contains(processor)) {
            return null;
        }
        final Call call = spare.isEmpty() ? new Call() : spare.pop();
        call.processor = processor;
        call.before.set(processor);
        metered.add(processor);
        return call;
    }

    private void end(final Call call) {
        if (call != null) {
            metered.remove(call.processor);
            times.addSince(call.before, call.processor);
            spare.push(call);
        }
    }

    private final class Mapper extends WrappedMapper {
        Mapper(final ShardMapper mapper) {
            super(mapper);
        }

        @Override
        public ShardMapping map(final MemoryBlock shard) {
            final Call call = begin();
            try {
                return new Mapping(checked(mapper.map(shard)));
            } finally {
                end(call);
            }
        }

        @Override
        public ShardMappings newMappings(final int shards, final int shardSize) {
            final ShardMappings mappings = mapper.newMappings(shards, shardSize);
            return new Mappings(Objects.requireNonNull(mappings, "mapper returned no mappings"));
        }

        /** Rejects an impossible figure in a mapping, which would falsify the sums. */
        private ShardMapping checked(final ShardMapping mapping) {
            Objects.requireNonNull(mapping, "mapper returned no mapping");
            check("mappings", mapping.mappings());
            check("pages", mapping.pages());
            check("bytes", mapping.bytes());
            return mapping;
        }

        private void check(final String figure, final long value) {
            if (value < 1 || value > MOST) {
                throw new IllegalArgumentException(
                        "a mapping's " + figure + " must be from 1 to " + MOST + ": " + value);
            }
        }
    }

    private final class Mapping implements ShardMapping {
        private final ShardMapping mapping;

        Mapping(final ShardMapping mapping) {
            this.mapping = mapping;
        }

        @Override
        public long iova(final int offset) {
            return mapping.iova(offset);
        }

        @Override
        public int lkey(final int offset) {
            return mapping.lkey(offset);
        }

        @Override
        public void syncForCpu(final int offset, final int length) {
            mapping.syncForCpu(offset, length);
        }

        @Override
        public int mappings() {
            return mapping.mappings();
        }

        @Override
        public long pages() {
            return mapping.pages();
        }

        @Override
        public long bytes() {
            return mapping.bytes();
        }

        @Override
        public void close() {
            final Call call = begin();
            try {
                mapping.close();
            } finally {
                end(call);
            }
        }
    }

    /** The wrapped mapper's table. It needs less heap memory than an object per mapping. */
    private final class Mappings implements ShardMappings {
        private final ShardMappings mappings;

        Mappings(final ShardMappings mappings) {
            this.mappings = mappings;
        }

        @Override
        public void set(final int place, final ShardMapping mapping) {
            mappings.set(place, mapping instanceof Mapping metered ? metered.mapping : mapping);
        }

        @Override
        public ShardMapping get(final int place) {
            return new Mapping(mappings.get(place));
        }

        @Override
        public long iova(final int place, final int offset) {
            return mappings.iova(place, offset);
        }

        @Override
        public int lkey(final int place, final int offset) {
            return mappings.lkey(place, offset);
        }

        @Override
        public void syncForCpu(final int place, final int offset, final int length) {
            mappings.syncForCpu(place, offset, length);
        }
    }

    private final class Memory extends WrappedMemory {
        Memory(final MemoryAllocator memory) {
            super(memory);
        }

        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            final Call call = begin();
            try {
                return new Block(memory.allocate(length, alignment));
            } finally {
                end(call);
            }
        }
    }

    private final class Block implements MemoryBlock {
        private final MemoryBlock block;

        Block(final MemoryBlock block) {
            this.block = block;
        }

        @Override
        public long address() {
            return block.address();
        }

        @Override
        public long length() {
            return block.length();
        }

        @Override
        public ByteBuffer buffer() {
            return block.buffer();
        }

        @Override
        public void discard(final long offset, final long length) {
            block.discard(offset, length);
        }

        @Override
        public void close() {
            final Call call = begin();
            try {
                block.close();
            } finally {
                end(call);
            }
        }
    }
}
