// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.BitUtil;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.PerBufferShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.host.WrappedMemory;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Describes how a strategy allocates and maps buffers.
 *
 * @param strategy the strategy.
 * @param cut      the unit of allocation.
 * @param mapping  the mapping of a unit.
 */
public record StrategyPlan(Strategy strategy, Cut cut, Mapping mapping) {
    private static final Map<Strategy, StrategyPlan> OURS = Stream.of(
                    new StrategyPlan(Strategy.PER_BUFFER_DMA, Cut.PER_BUFFER, Mapping.DMA),
                    new StrategyPlan(Strategy.SHARD_DMA_32K, Cut.SHARD, Mapping.DMA),
                    new StrategyPlan(Strategy.SHARD_DMA, Cut.SHARD, Mapping.DMA),
                    new StrategyPlan(Strategy.SHARD_DMA_AS_POSTED, Cut.SHARD, Mapping.DMA),
                    new StrategyPlan(Strategy.PAGE_LIST, Cut.SHARD_OF_PAGES, Mapping.FAST_REGISTERED),
                    new StrategyPlan(Strategy.SCATTERED_DMA, Cut.SHARD_OF_PAGES, Mapping.DMA),
                    new StrategyPlan(Strategy.ONE_IOVA, Cut.CONNECTION, Mapping.LINKED),
                    new StrategyPlan(Strategy.PER_BUFFER_REGISTERED, Cut.PER_BUFFER, Mapping.REGISTERED),
                    new StrategyPlan(Strategy.SHARD_REGISTERED, Cut.SHARD, Mapping.REGISTERED),
                    new StrategyPlan(Strategy.PER_BUFFER_FAST_REGISTERED, Cut.PER_BUFFER, Mapping.FAST_REGISTERED),
                    new StrategyPlan(Strategy.SHARD_FAST_REGISTERED, Cut.SHARD, Mapping.FAST_REGISTERED),
                    new StrategyPlan(Strategy.REGION_PER_CONNECTION, Cut.CONNECTION, Mapping.REGISTERED),
                    new StrategyPlan(Strategy.ON_DEMAND, Cut.CONNECTION, Mapping.ON_DEMAND),
                    new StrategyPlan(Strategy.SHARED_SRQ, Cut.SHARED_SHARD, Mapping.DMA),
                    new StrategyPlan(Strategy.SHARED_SRQ_REGISTERED, Cut.SHARED_SHARD, Mapping.REGISTERED))
            .collect(Collectors.toMap(StrategyPlan::strategy, Function.identity()));

    /** The shard size of {@link Strategy#SHARD_DMA_32K}. */
    private static final int SMALL_SHARD = 32 << 10;

    /** The maximum size of a shard. */
    private static final int LARGEST_SHARD = 2 << 20;

    /** The unit of allocation and mapping. */
    enum Cut {
        PER_BUFFER("per-buffer"),
        SHARD("shard"),
        SHARD_OF_PAGES("shard of single pages"),
        CONNECTION("connection"),
        SHARED_SHARD("shared shard");

        final String label;

        Cut(final String label) {
            this.label = label;
        }
    }

    /** Returns a strategy's plan. A program's own strategy maps each shard of a connection's arena. */
    public static StrategyPlan of(final Strategy strategy) {
        return strategy.mappers()
                .map(mappers -> new StrategyPlan(strategy, Cut.SHARD, new Mapping(strategy.label(), mappers)))
                .orElseGet(() -> OURS.get(strategy));
    }

    /** Returns true if this plan maps shards in the same way as the other plan maps buffers. */
    boolean isShardsOf(final StrategyPlan other) {
        return cut == Cut.SHARD && other.cut == Cut.PER_BUFFER && mapping == other.mapping;
    }

    /** Returns true if each connection's buffers have DMA mappings. */
    boolean isDma() {
        return mapping == Mapping.DMA && cut != Cut.SHARED_SHARD;
    }

    /** Returns true if Linux keeps a structure per unit and takes buffers from it. */
    boolean hasShards() {
        return cut != Cut.PER_BUFFER && mapping != Mapping.LINKED;
    }

    /** Returns true if each buffer is allocated and mapped separately. */
    boolean isPerBuffer() {
        return cut == Cut.PER_BUFFER;
    }

    /** Returns true if connections share Receives and their completion queue. */
    boolean sharesReceives() {
        return cut == Cut.SHARED_SHARD;
    }

    /** Returns the name of the unit. */
    String cutLabel() {
        return cut.label;
    }

    /** Returns the name of the mapping. */
    String mappingLabel() {
        return mapping.label();
    }

    /** Returns the device capabilities that the plan needs in addition to its mapping's capabilities. */
    public Set<DeviceCapability> capabilities() {
        final Set<DeviceCapability> needed = EnumSet.noneOf(DeviceCapability.class);
        if (mapping == Mapping.ON_DEMAND) {
            needed.add(DeviceCapability.ON_DEMAND);
        }
        if (cut == Cut.SHARED_SHARD) {
            needed.add(DeviceCapability.SHARED_RECEIVE_QUEUE);
        }
        return needed;
    }

    /**
     * Returns the number of Receives in a shared queue; 0 if each connection has its own queue.
     *
     * @param connections the number of connections that share the queue.
     * @param most        the device's limit.
     */
    public int sharedReceives(final int connections, final ComparisonSettings settings, final int most) {
        return cut == Cut.SHARED_SHARD
                ? settings.host().shared().of(connections, settings.buffers().credits(), most)
                : 0;
    }

    /**
     * Returns the number of bytes per allocation. If all buffers of a connection are allocated together, it is their
     * size rounded up to a power of two, at most 2 MB.
     */
    public int shardSize(final BufferSettings buffers) {
        return switch (cut) {
            case PER_BUFFER -> buffers.size();
            case SHARD, SHARD_OF_PAGES, SHARED_SHARD ->
                strategy == Strategy.SHARD_DMA_32K ? Math.max(SMALL_SHARD, buffers.size()) : buffers.shardSize();
            case CONNECTION -> {
                final long bytes = Math.min(LARGEST_SHARD, (long) buffers.size() * buffers.count());
                yield BitUtil.findNextPositivePowerOfTwo((int) bytes);
            }
        };
    }

    /** Returns the number of bytes that a connection's buffers occupy, which is a multiple of the unit's size. */
    long allocatedBytes(final BufferSettings buffers) {
        final long unit = mapping == Mapping.LINKED ? LinkedBlocks.size(buffers) : shardSize(buffers);
        return BitUtil.align((long) buffers.size() * buffers.count(), unit);
    }

    /** Returns the size of the contiguous blocks in unfragmented memory, a power of two. */
    long contiguousBytes(final BufferSettings buffers) {
        if (mapping == Mapping.LINKED) {
            return LinkedBlocks.size(buffers);
        }
        return cut == Cut.SHARD_OF_PAGES ? SinglePages.PAGE : shardSize(buffers);
    }

    /**
     * Returns the number of mappings. Without an IOMMU there are no iova ranges, so Linux maps each block.
     *
     * @param ranges the number of ranges that were mapped.
     * @param bytes  the sum of their sizes.
     */
    long mappings(final long ranges, final long bytes, final ComparisonSettings settings) {
        final long block = contiguousBytes(settings.buffers());
        return mapping == Mapping.LINKED && settings.hardware().iommu() == IommuMode.OFF
                ? (bytes + block - 1) / block
                : ranges;
    }

    /**
     * Returns the number of locked bit tests needed to find all of a shard's buffers, one after the other.
     *
     * @param before  the number of earlier shards, all of whose buffers are in use.
     * @param buffers the number of buffers per shard.
     */
    long bitTests(final long before, final long buffers) {
        return strategy == Strategy.SHARD_DMA_AS_POSTED ? before * buffers + buffers * (buffers + 1) / 2 : 0;
    }

    /**
     * Returns true if Linux falls back to smaller blocks instead of compacting memory for the strategy's contiguous
     * pages. SLUB and the recommended patch do not set __GFP_DIRECT_RECLAIM above the smallest order, and a program's
     * own mapper receives the same shards. The patch as posted uses GFP_KERNEL.
     */
    boolean takesSmallerBlocks() {
        final boolean isKernels = mapping == Mapping.DMA
                || mapping == Mapping.LINKED
                || strategy.mappers().isPresent();
        return isKernels && strategy != Strategy.SHARD_DMA_AS_POSTED;
    }

    /**
     * Returns true if a shared arena must be mapped before processors start. A posted registration becomes valid at its
     * processor's current time. Another processor, whose clock may lag, might acquire a buffer before that time.
     */
    boolean mapsSharedArenaAhead() {
        return mapping == Mapping.FAST_REGISTERED;
    }

    /**
     * Returns an allocator of contiguous blocks, single pages, or ranges of 32 KB blocks.
     *
     * @param cautious   allocates the host's memory without direct reclaim.
     * @param reclaiming allocates the host's memory with direct reclaim.
     */
    public MemoryAllocator memory(
            final MemoryAllocator cautious, final MemoryAllocator reclaiming, final BufferSettings buffers) {
        if (mapping == Mapping.LINKED) {
            return new LinkedBlocks(cautious, buffers);
        }
        if (cut == Cut.SHARD_OF_PAGES) {
            return new SinglePages(reclaiming);
        }
        return takesSmallerBlocks() ? new CautiousShards(cautious, reclaiming, buffers) : reclaiming;
    }

    /** Returns the mapper that maps a unit for the device. */
    public ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop, final int bufferSize) {
        return mapper(mapping.mappers().newMapper(domain, loop), bufferSize);
    }

    /**
     * Returns a mapper with a filled FRMR pool, so that the first connections find existing regions. Returns a mapper
     * without a pool unchanged.
     *
     * @param connections the number of connections for which the pool is filled.
     */
    public ShardMapper warmMapper(
            final ProtectionDomain domain, final EventLoop loop, final BufferSettings buffers, final int connections) {
        final ShardMapper mapper = mapping.mappers().newMapper(domain, loop);
        if (mapper instanceof FastRegisteredShardMapper pooled) {
            final int bytes = shardSize(buffers);
            final int each = bytes / buffers.size();
            final long regions = (long) connections * ((buffers.count() + each - 1) / each);
            pooled.warm((int) Math.min(FrmrPools.MAX_PINNED, regions), bytes);
        }
        return mapper(mapper, buffers.size());
    }

    private ShardMapper mapper(final ShardMapper mapper, final int bufferSize) {
        return cut == Cut.PER_BUFFER ? new PerBufferShardMapper(mapper, bufferSize) : mapper;
    }

    /**
     * Allocates blocks of 32 KB, but only as many as a connection's buffers need, so the connection's last unit is
     * shorter. A connection acquires all its buffers when it starts, so its units are allocated one after the other. If
     * no block of 32 KB is free, smaller blocks replace it.
     */
    private static final class LinkedBlocks extends WrappedMemory {
        private final long block;
        private final long bytesOfConnection;
        private long left;

        LinkedBlocks(final MemoryAllocator host, final BufferSettings buffers) {
            super(host);
            block = size(buffers);
            bytesOfConnection =
                    buffers.isShared() ? Long.MAX_VALUE : BitUtil.align((long) buffers.size() * buffers.count(), block);
        }

        static long size(final BufferSettings buffers) {
            return BitUtil.findNextPositivePowerOfTwo(Math.max(SMALL_SHARD, buffers.size()));
        }

        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            left = left == 0 ? bytesOfConnection : left;
            final long bytes = Math.min(length, left);
            final MemoryBlock allocated = memory.allocate(bytes, Math.min(alignment, block));
            left -= bytes;
            return allocated;
        }
    }

    /**
     * Allocates shards without direct reclaim, so that an arena falls back to smaller pieces if memory is fragmented.
     * Only pieces of the smallest size are allocated with direct reclaim.
     */
    private static final class CautiousShards extends WrappedMemory {
        private final MemoryAllocator reclaiming;
        private final long least;

        CautiousShards(final MemoryAllocator cautious, final MemoryAllocator reclaiming, final BufferSettings buffers) {
            super(cautious);
            this.reclaiming = reclaiming;
            least = Math.max(SinglePages.PAGE, BitUtil.findNextPositivePowerOfTwo(buffers.size()));
        }

        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            return (length > least ? memory : reclaiming).allocate(length, alignment);
        }
    }

    /**
     * Allocates single pages. A block's alignment determines its contiguity, so a page-aligned block consists of single
     * pages.
     */
    private static final class SinglePages extends WrappedMemory {
        private static final int PAGE = 4096;

        SinglePages(final MemoryAllocator host) {
            super(host);
        }

        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            return memory.allocate(length, Math.min(alignment, PAGE));
        }
    }
}
