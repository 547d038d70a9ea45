// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.iommu.MappingHost.PLAIN;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.sim.cache.NaiveCache;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests leaves of 4 KB, 64 KB and 2 MB: which leaves a mapping consists of, what they cost, and which IOTLB entries
 * they occupy.
 */
class IommuLeavesTest {
    private static final int PAGE = 4096;
    private static final int LARGE = 65_536;
    private static final int HUGE = 2 << 20;
    private static final DmaDirection IN = DmaDirection.FROM_DEVICE;

    @AutoClose
    private MappingHost host;

    private Iommu iommu;
    private IommuStatistics statistics;

    @ParameterizedTest
    @CsvSource({
        // The columns are the largest leaf, the mapping's offset within 4 MB of memory that is aligned to 2 MB, the
        // mapping's length, and the number of leaves.
        "4096, 0, 2097152, 512",
        "65536, 0, 65536, 1",
        "65536, 0, 65535, 1",
        "65536, 0, 61440, 15",
        "65536, 0, 69632, 2",
        "65536, 4096, 65536, 16",
        "65536, 65536, 65536, 1",
        "65536, 0, 2097152, 32",
        "2097152, 0, 2097152, 1",
        "2097152, 0, 2166784, 3",
        "2097152, 65536, 2097152, 32",
        "2097152, 0, 65536, 1",
        "2097152, 5, 100, 1",
    })
    void shouldMapWithTheLargestLeavesThatFit(final int largest, final int offset, final int length, final int leaves) {
        build(largest, IommuMode.STRICT);
        final MemoryBlock block = host.allocate(2 * HUGE + LARGE, HUGE);
        final long iova = iommu.map(block.address() + offset, length, IN);
        assertEquals(leaves, statistics.leavesMapped());
        assertEquals(leaves, statistics.liveLeaves());
        for (long at = 0; at < length; at += 1234) {
            assertEquals(block.address() + offset + at, access(iova + at));
        }
        assertEquals(leaves, statistics.misses(), "an entry reaches over a leaf");
        iommu.unmap(iova, length, IN);
        assertEquals(0, statistics.liveLeaves());
        for (long at = 0; at < length; at += PAGE) {
            assertEquals(Iommu.FAULT, access(iova + at));
        }
    }

    /** The host's allocator places the memory differently in each run. */
    @Test
    void shouldCountOnlyTheRequestedBytesAsContiguous() {
        build(HUGE, IommuMode.STRICT);
        final MemoryBlock block = host.allocate(2 * LARGE, PAGE);
        final long aligned = (block.address() + LARGE - 1) & -LARGE;
        final long iova = iommu.map(aligned, LARGE, IN);
        assertEquals(LARGE / PAGE, statistics.leavesMapped());
        iommu.unmap(iova, LARGE, IN);
    }

    @Test
    void shouldChargePerLeafAndEntryAndInvalidatePerLeaf() {
        build(HUGE, IommuMode.STRICT);
        final MemoryBlock block = host.allocate(HUGE + LARGE + PAGE, HUGE);
        assertCost(HUGE, block, 80, 70 + 300 + 210);
        assertCost(LARGE, block, 80 + 24, 70 + 300 + 210);
        assertCost(
                HUGE + LARGE + PAGE,
                block,
                80 + 20 + Math.round(1.76) + 24,
                70 + 2 + 300 + 2 * 45 + 210 + Math.round(2 * 33.8));
    }

    /**
     * F2: AMD's table supports a leaf of 32 KB. F3: with a granule of 64 KB, a buffer of 4 KB occupies an iova range of
     * 64 KB.
     */
    @ParameterizedTest
    @CsvSource({"0xffffffffff000, 32768, 8", "0x20010000, 4096, 16"})
    void shouldUseTheConfiguredLeafSizes(final String leaves, final long length, final long pages) {
        host = new MappingHost(PLAIN.with(CostParameter.LEAVES, Long.decode(leaves)), IommuMode.STRICT);
        final MemoryBlock block = host.allocate(length, length);
        final long first = host.iommu.map(block.address(), length, IN);
        host.iommu.beginTransfer(false);
        assertEquals(block.address() + 8, host.iommu.translate(first + 8, 1, Iommu.DEVICE_WRITES));
        assertEquals(1, host.statistics.leavesMapped());
        assertEquals(pages, host.statistics.pagesMapped());
        host.iommu.unmap(first, length, IN);
    }

    /**
     * Linking memory to a range costs time per piece, and even in lazy mode the range's translations are invalidated
     * immediately.
     */
    @ParameterizedTest
    @EnumSource(names = {"STRICT", "LAZY"})
    void shouldInvalidateADestroyedRangeImmediately(final IommuMode mode) {
        host = new MappingHost(
                PLAIN.with(CostParameter.DMA_RESERVE, 50)
                        .with(CostParameter.DMA_SYNC, 5)
                        .with(CostParameter.DMA_DESTROY, 90),
                mode);
        iommu = host.iommu;
        final MemoryBlock block = host.allocate(3 * PAGE, PAGE);
        final long begun = host.now();
        final long iova = iommu.link(block.address(), 3 * PAGE, IN);
        final long linked = host.now();
        assertEquals(50 + 3 * 20 + 5, linked - begun);
        assertEquals(block.address() + PAGE, access(iova + PAGE));
        iommu.destroy(iova, 3 * PAGE, IN);
        assertEquals(90 + 3 + 300 + 2 * 45 + 210 + Math.round(2 * 33.8), host.now() - linked);
        assertEquals(Iommu.FAULT, access(iova + PAGE));
        assertEquals(0, host.statistics.staleAccesses());
        assertEquals(0, host.statistics.liveLeaves());
    }

    /** Pages that need not be contiguous are mapped together. They share one iova range, with one leaf per page. */
    @Test
    void shouldMapScatteredPagesAsOneRangeOfSmallLeaves() {
        build(LARGE, IommuMode.STRICT);
        final MemoryBlock block = host.allocate(LARGE, PAGE);
        assertCost(LARGE, block, 80 + 15 * 20, 70 + 15 + 300 + 15 * 45 + 210 + Math.round(15 * 33.8));
        assertEquals(1, statistics.mappings());
        assertEquals(16, statistics.leavesMapped());
        final long iova = iommu.map(block.address(), LARGE, IN);
        for (int at = 0; at < LARGE; at += PAGE) {
            assertEquals(block.address() + at, access(iova + at));
        }
        assertEquals(16, statistics.misses(), "each leaf takes an entry");
        iommu.unmap(iova, LARGE, IN);
    }

    /** Four contiguous pieces of four pages require one link per additional piece and one leaf per page. */
    @Test
    void shouldLinkEachContiguousPieceToTheRange() {
        build(PAGE, IommuMode.STRICT);
        final MemoryBlock block = host.allocate(LARGE, 4 * PAGE);
        assertCost(
                LARGE,
                block,
                80 + 3 * 20 + Math.round(12 * 1.76),
                70 + 15 + 300 + 15 * 45 + 210 + Math.round(15 * 33.8));
        final long iova = iommu.map(block.address() + 3 * PAGE, 6 * PAGE, IN);
        final long before = host.now();
        final long other = iommu.map(block.address() + 3 * PAGE, 6 * PAGE, IN);
        assertEquals(80 + 2 * 20 + Math.round(3 * 1.76), host.now() - before, "one page, four, and one");
        iommu.unmap(other, 6 * PAGE, IN);
        iommu.unmap(iova, 6 * PAGE, IN);
    }

    private void assertCost(final int length, final MemoryBlock block, final long map, final long unmap) {
        final long before = host.now();
        final long iova = iommu.map(block.address(), length, IN);
        final long mapped = host.now();
        iommu.unmap(iova, length, IN);
        assertEquals(map, mapped - before);
        assertEquals(unmap, host.now() - mapped);
    }

    @Test
    void shouldSkipTheThirdLevelForAHugeLeaf() {
        build(HUGE, IommuMode.STRICT);
        final long iova = iommu.map(host.allocate(3 * HUGE, HUGE).address(), 3 * HUGE, IN);
        assertWalk(iova, 3, 300 + 2 * 70);
        assertWalk(iova + HUGE, 1, 300);
        assertWalk(iova + HUGE - 1, 0, 0);
        assertEquals(0, statistics.walkCacheHits(3) + statistics.walkCacheMisses(3));
        assertEquals(1, statistics.walkCacheHits(2));
        assertEquals(1, statistics.walkCacheMisses(2));
        assertEquals(1, statistics.walkCacheMisses(1));
        iommu.unmap(iova, 3 * HUGE, IN);
    }

    private void assertWalk(final long iova, final int walks, final long latency) {
        access(iova);
        assertEquals(walks, host.walks.walks());
        assertEquals(latency, host.walks.latency());
    }

    @Test
    void shouldCountALeafOnceForATransfer() {
        build(LARGE, IommuMode.STRICT);
        final long iova = iommu.map(host.allocate(2 * LARGE, LARGE).address(), 2 * LARGE, IN);
        iommu.beginTransfer(true);
        for (int at = 0; at < 2 * LARGE; at += PAGE) {
            iommu.translate(iova + at, PAGE, Iommu.DEVICE_WRITES);
        }
        assertEquals(2, statistics.misses());
        assertEquals(0, statistics.hits());
        iommu.beginTransfer(true);
        iommu.translate(iova, PAGE, Iommu.DEVICE_WRITES);
        assertEquals(1, statistics.receiveHits());
        assertEquals(2, statistics.receiveMisses());
        iommu.unmap(iova, 2 * LARGE, IN);
    }

    /**
     * Mappings of all sizes are added and removed. Naive models predict the contents of the IOTLB and of the walk
     * caches.
     */
    @ParameterizedTest
    @EnumSource(
            value = IommuMode.class,
            names = {"STRICT", "LAZY"})
    void shouldAgreeWithNaiveCaches(final IommuMode mode) {
        final long seed = Seed.get();
        final SeededRandom random = new SeededRandom(seed);
        build(HUGE, mode);
        final MemoryBlock block = host.allocate(16 * HUGE, HUGE);
        final NaiveCache<Boolean> iotlb = new NaiveCache<>(128);
        final List<NaiveCache<Boolean>> walkCaches =
                List.of(new NaiveCache<>(4), new NaiveCache<>(4), new NaiveCache<>(4));
        final long[] iovas = new long[40];
        final int[] offsets = new int[iovas.length];
        final int[] lengths = new int[iovas.length];
        for (int step = 0; step < 60_000; step++) {
            final int i = random.nextInt(iovas.length);
            if (lengths[i] == 0) {
                offsets[i] = random.nextInt(12) * HUGE + random.nextInt(2) * 3 * LARGE + random.nextInt(2) * PAGE;
                lengths[i] = 1 + random.nextInt(random.nextInt(3) == 0 ? 3 * HUGE : 2 * LARGE);
                iovas[i] = iommu.map(block.address() + offsets[i], lengths[i], IN);
            } else if (random.nextInt(200) == 0) {
                iommu.unmap(iovas[i], lengths[i], IN);
                if (mode == IommuMode.STRICT) {
                    forget(iotlb, iovas[i] & -PAGE, iovas[i] + lengths[i]);
                }
                lengths[i] = 0;
            } else {
                final int at = random.nextInt(lengths[i]);
                final int shift = leafShift(block.address() + offsets[i], iovas[i], lengths[i], iovas[i] + at);
                final long latency = latency(iotlb, walkCaches, iovas[i] + at, shift);
                final String where = "seed=" + seed + " step=" + step;
                assertEquals(block.address() + offsets[i] + at, access(iovas[i] + at), where);
                assertEquals(latency, host.walks.latency(), where);
            }
        }
        for (int i = 0; i < iovas.length; i++) {
            if (lengths[i] != 0) {
                iommu.unmap(iovas[i], lengths[i], IN);
            }
        }
    }

    private static long latency(
            final NaiveCache<Boolean> iotlb,
            final List<NaiveCache<Boolean>> walkCaches,
            final long iova,
            final int shift) {
        if (iotlb.put(iova >>> shift << shift, true) != null) {
            return 0;
        }
        int level = shift == 21 ? 2 : 3;
        long latency = 300;
        while (level > 0 && walkCaches.get(level - 1).put(iova >>> 48 - 9 * level, true) == null) {
            latency += 70;
            level--;
        }
        return latency;
    }

    private static void forget(final NaiveCache<Boolean> cache, final long from, final long end) {
        cache.keySet().removeIf(key -> key >= from && key < end);
    }

    /** Walks through a mapping's leaves, and returns the size of the leaf that contains an iova, as a shift. */
    private static int leafShift(final long address, final long iova, final int length, final long wanted) {
        final long end = iova + length + PAGE - 1 & -PAGE;
        for (long at = iova & -PAGE; ; ) {
            final long place = at | (address & -PAGE) + (at - (iova & -PAGE));
            int shift = 12;
            for (final int larger : new int[] {16, 21}) {
                if ((place & (1L << larger) - 1) == 0 && at + (1L << larger) <= end) {
                    shift = larger;
                }
            }
            if (wanted < at + (1L << shift)) {
                return shift;
            }
            at += 1L << shift;
        }
    }

    private void build(final int largest, final IommuMode mode) {
        final CostModel costs = PLAIN.with(CostParameter.LEAVES, (PAGE | LARGE | HUGE) & 2L * largest - 1)
                .with(CostParameter.FLUSH_QUEUE_ENTRIES, 100_000);
        host = new MappingHost(costs, mode);
        iommu = host.iommu;
        statistics = host.statistics;
    }

    private long access(final long iova) {
        iommu.beginTransfer(false);
        return iommu.translate(iova, 1, Iommu.DEVICE_WRITES);
    }
}
