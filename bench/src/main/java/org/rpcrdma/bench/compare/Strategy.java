// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.agrona.BitUtil;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.PerBufferShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.console.Choice;
import org.rpcrdma.bench.host.WrappedMemory;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/** A way of making Receive buffers usable by the device that is compared: one of ours, or a program's own. */
public final class Strategy {
    /** An allocation and a DMA mapping for each buffer: as Linux's svcrdma today, the baseline. */
    public static final Strategy PER_BUFFER_DMA = new Strategy(Cut.PER_BUFFER, Mapping.DMA);

    /** A DMA mapping for each shard of buffers, a free one of which is found as by the arena here: at a cursor. */
    public static final Strategy SHARD_DMA = new Strategy(Cut.SHARD, Mapping.DMA);

    /**
     * The same as the receive arena patch was posted: a buffer is searched for from the first bit of the first shard,
     * so that n buffers take n (n + 1) / 2 locked tests.
     */
    public static final Strategy SHARD_DMA_AS_POSTED = new Strategy("shard-dma-as-posted", Cut.SHARD, Mapping.DMA);

    /**
     * A fast-registered region for each shard of single pages, which need not be contiguous: as the patch's reviewer
     * proposed. REG_MR takes the list of the pages.
     */
    public static final Strategy PAGE_LIST = new Strategy("page-list", Cut.SHARD_OF_PAGES, Mapping.FAST_REGISTERED);

    /** A DMA mapping for each shard of single pages, which the IOMMU puts into one range ({@code dma_map_sg}). */
    public static final Strategy SCATTERED_DMA = new Strategy("scattered-dma", Cut.SHARD_OF_PAGES, Mapping.DMA);

    /** An allocation and a registered region for each buffer. */
    public static final Strategy PER_BUFFER_REGISTERED = new Strategy(Cut.PER_BUFFER, Mapping.REGISTERED);

    /** A registered region for each shard of buffers. */
    public static final Strategy SHARD_REGISTERED = new Strategy(Cut.SHARD, Mapping.REGISTERED);

    /** An allocation and a fast-registered region for each buffer. */
    public static final Strategy PER_BUFFER_FAST_REGISTERED = new Strategy(Cut.PER_BUFFER, Mapping.FAST_REGISTERED);

    /** A fast-registered region for each shard of buffers. */
    public static final Strategy SHARD_FAST_REGISTERED = new Strategy(Cut.SHARD, Mapping.FAST_REGISTERED);

    /** One registered region for all buffers of a connection. */
    public static final Strategy REGION_PER_CONNECTION =
            new Strategy("region-per-connection", Cut.CONNECTION, Mapping.REGISTERED);

    /**
     * One region for all buffers of a connection that pins nothing; its pages are prefetched, as Receives cannot wait.
     */
    public static final Strategy ON_DEMAND = new Strategy("on-demand", Cut.CONNECTION, Mapping.ON_DEMAND);

    /** A DMA mapping for each shard of one arena, whose buffers all connections take from one shared receive queue. */
    public static final Strategy SHARED_SRQ = new Strategy("shared-srq", Cut.SHARED_SHARD, Mapping.DMA);

    /** The same with a registered region for each shard, which devices that are driven from user space have. */
    public static final Strategy SHARED_SRQ_REGISTERED =
            new Strategy("shared-srq-registered", Cut.SHARED_SHARD, Mapping.REGISTERED);

    private static final List<Strategy> OURS = List.of(
            PER_BUFFER_DMA,
            SHARD_DMA,
            SHARD_DMA_AS_POSTED,
            PAGE_LIST,
            SCATTERED_DMA,
            PER_BUFFER_REGISTERED,
            SHARD_REGISTERED,
            PER_BUFFER_FAST_REGISTERED,
            SHARD_FAST_REGISTERED,
            REGION_PER_CONNECTION,
            ON_DEMAND,
            SHARED_SRQ,
            SHARED_SRQ_REGISTERED);

    /** Of the sum of the credits, how much a shared receive queue holds: a quarter. */
    private static final int CREDITS_PER_SHARED_RECEIVE = 4;

    /** The largest shard of an arena. */
    private static final int LARGEST_SHARD = 2 << 20;

    private final String label;
    private final Cut cut;
    private final Mapping mapping;

    private Strategy(final Cut cut, final Mapping mapping) {
        this(cut.label + "-" + mapping.label(), cut, mapping);
    }

    private Strategy(final String label, final Cut cut, final Mapping mapping) {
        this.label = label;
        this.cut = cut;
        this.mapping = mapping;
    }

    /** The unit that is allocated and mapped at once. */
    private enum Cut {
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

    /** All of ours, for the command line. */
    static final class Labels extends Choice<Strategy> {
        Labels() {
            super(OURS.toArray(Strategy[]::new));
        }
    }

    /** Returns all of ours. */
    public static List<Strategy> values() {
        return OURS;
    }

    /**
     * Returns a strategy of a program's own, which maps each shard of a connection's arena.
     *
     * @param label  its name in results; none of ours.
     * @param mapper makes the mapper of a domain of the loop's device.
     */
    public static Strategy own(final String label, final BiFunction<ProtectionDomain, EventLoop, ShardMapper> mapper) {
        return new Strategy(label, Cut.SHARD, new Mapping(label, mapper));
    }

    /** Returns the strategy of ours that has a label. */
    public static Optional<Strategy> of(final String label) {
        return OURS.stream().filter(strategy -> strategy.label().equals(label)).findFirst();
    }

    /** Returns all labels, by commas. */
    public static String labels() {
        return String.join(", ", new Labels());
    }

    /** Returns the strategies compared by default: the one that the patch replaces, the patch mended, and as posted. */
    static List<Strategy> usual() {
        return List.of(PER_BUFFER_DMA, SHARD_DMA, SHARD_DMA_AS_POSTED);
    }

    /** Returns the name on the command line and in results. */
    public String label() {
        return label;
    }

    @Override
    public String toString() {
        return label;
    }

    /** Returns true if each buffer is allocated and mapped by itself. */
    boolean isPerBuffer() {
        return cut == Cut.PER_BUFFER;
    }

    /** Returns true if connections share Receives, and so the completion queue of these. */
    boolean sharesReceives() {
        return cut == Cut.SHARED_SHARD;
    }

    /** Returns the unit that is mapped at once. */
    String cutLabel() {
        return cut.label;
    }

    /** Returns how it is mapped. */
    String mappingLabel() {
        return mapping.label();
    }

    /** Returns the capabilities that a device must have for it, beside those of the mapping. */
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
     * Returns the buffers that the connections' Receives share: a quarter of the credits of all, but those of one
     * connection at least; 0 if each connection has its own.
     *
     * @param most the limit that the device grants.
     */
    public int sharedReceives(final int connections, final int credits, final int most) {
        final long quarter = (long) connections * credits / CREDITS_PER_SHARED_RECEIVE;
        return cut == Cut.SHARED_SHARD ? (int) Math.min(most, Math.max(credits, quarter)) : 0;
    }

    /**
     * Returns the bytes of memory that are allocated at once.
     *
     * @param shardSize the size that was asked for; a connection's buffers take the next power of two, up to 2 MB.
     */
    public int shardSize(final int bufferSize, final int buffers, final int shardSize) {
        return switch (cut) {
            case PER_BUFFER -> bufferSize;
            case SHARD, SHARD_OF_PAGES, SHARED_SHARD -> shardSize;
            case CONNECTION -> {
                final long bytes = Math.min(LARGEST_SHARD, (long) bufferSize * buffers);
                yield BitUtil.findNextPositivePowerOfTwo((int) bytes);
            }
        };
    }

    /**
     * Returns the locked tests of bits that find the buffers of a shard free, one after the other.
     *
     * @param before  buffers of the shards before it, which are all taken.
     * @param buffers those of it.
     */
    long bitTests(final long before, final long buffers) {
        return this == SHARD_DMA_AS_POSTED ? before * buffers + buffers * (buffers + 1) / 2 : 0;
    }

    /**
     * Returns true if an arena that several processors share has to be mapped before they begin: a registration that
     * one of them has posted holds from its time on, which may be ahead of that of another, who takes a buffer of it.
     */
    boolean mapsSharedArenaAhead() {
        return mapping == Mapping.FAST_REGISTERED;
    }

    /**
     * Returns the memory that is allocated: the host's, in blocks that are contiguous as a whole, or page by page where
     * a shard is made of single pages.
     */
    public MemoryAllocator memory(final MemoryAllocator host) {
        return cut == Cut.SHARD_OF_PAGES ? new SinglePages(host) : host;
    }

    /** Returns the mapper of that memory for the device. */
    public ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop, final int bufferSize) {
        return mapper(mapping.mapper(domain, loop), bufferSize);
    }

    /**
     * Returns the mapper with its FRMR pool filled: the first connections find their regions made. The others have no
     * pool of their own.
     *
     * @param connections those that are to find theirs.
     */
    public ShardMapper warmMapper(
            final ProtectionDomain domain,
            final EventLoop loop,
            final ComparisonSettings settings,
            final int connections) {
        final ShardMapper mapper = mapping.mapper(domain, loop);
        if (mapper instanceof FastRegisteredShardMapper pooled) {
            final int bytes = shardSize(settings.bufferSize(), settings.buffers(), settings.shardSize());
            final int each = bytes / settings.bufferSize();
            final long regions = (long) connections * ((settings.buffers() + each - 1) / each);
            pooled.warm((int) Math.min(FrmrPools.MAX_PINNED, regions), bytes);
        }
        return mapper(mapper, settings.bufferSize());
    }

    private ShardMapper mapper(final ShardMapper mapper, final int bufferSize) {
        return cut == Cut.PER_BUFFER ? new PerBufferShardMapper(mapper, bufferSize) : mapper;
    }

    /**
     * Memory in single pages. A block's alignment is how much of it is contiguous, so one that is aligned to a page is
     * made of single pages.
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
