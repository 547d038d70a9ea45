// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.rnic.memory.NativeHeap;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

class PageAllocatorTest {
    private static final int SHARD = 64 << 10;
    private static final CostModel COSTS = CostModel.defaults()
            .with(CostParameter.PAGE_ALLOC, 1_000)
            .with(CostParameter.PAGE_ALLOC_PAGE, 10)
            .with(CostParameter.ZONE_LOCK, 200_000)
            .with(CostParameter.COMPACTION, 7_000_000)
            .with(CostParameter.PAGE_ALLOC_FAILED, 300);

    /** The alignment limits the length of contiguous runs. A run longer than 32 KB requires the zone lock. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1000",
        "4096, 8, 1000",
        "4097, 4096, 2000",
        "8192, 8192, 1010",
        "12288, 65536, 1030",
        "32768, 32768, 1070",
        "65536, 4096, 16000",
        "65536, 32768, 2140",
        "40960, 32768, 2080",
        "65536, 65536, 201150",
        "40960, 65536, 201150",
        "2097152, 2097152, 206110",
        "131072, 65536, 402300",
        "135168, 65536, 403300",
    })
    void shouldChargeForRunsOfPages(final long length, final long alignment, final long nanos) {
        final BareHost host = new BareHost(COSTS);
        final MemoryBlock block = host.memory.allocate(length, alignment);
        assertEquals(nanos, host.now());
        block.close();
        assertEquals(nanos, host.now(), "freeing is within the time of allocating");
        assertEquals(nanos / 200_000 * 200_000, host.processors.heldNanos(HostResource.ZONE_LOCK));
    }

    @Test
    void shouldLockTheZoneForOrdersBeyondTheProcessorsLists() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.PROCESSOR_LIST_ORDER, 0));
        host.memory.allocate(4096, 4096).close();
        assertEquals(0, host.processors.heldNanos(HostResource.ZONE_LOCK));
        host.memory.allocate(8192, 8192).close();
        assertEquals(200_000, host.processors.heldNanos(HostResource.ZONE_LOCK));
    }

    @Test
    void shouldFailTheConfiguredFractionOfLongRunsOnly() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.FAILED_SHARE, 0.25));
        int failed = 0;
        for (int i = 0; i < 4_000; i++) {
            host.memory.allocate(32 << 10, 32 << 10).close();
            host.memory.allocate(SHARD, 4096).close();
            failed += fails(host) ? 1 : 0;
        }
        assertEquals(1_000, failed, 100);
    }

    @Test
    void shouldChangeNothingIfAnAllocationFails() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.FAILED_SHARE, 1));
        final MemoryBlock small = host.memory.allocate(100, 1);
        final long before = host.now();
        final VerbsException e = assertThrows(VerbsException.class, () -> host.memory.allocate(SHARD, SHARD));
        assertEquals(Errno.ENOMEM, e.errno());
        assertTrue(e.getMessage().contains("length=65536 memory.failed=1.0"), e::getMessage);
        assertEquals(before + 200_000, host.now(), "looking for it costs the time of the lock");
        assertEquals(1, host.memory.liveBlocks());
        assertEquals(100, host.memory.liveBytes());
        small.close();
        assertEquals(0, host.memory.liveBlocks());
        assertEquals(0, host.memory.liveBytes());
    }

    @Test
    void shouldCompactForAShareOfLongRuns() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.COMPACTED_SHARE, 0.1));
        long compacted = 0;
        for (int i = 0; i < 4_000; i++) {
            final long before = host.now();
            host.memory.allocate(SHARD, SHARD).close();
            final long nanos = host.now() - before;
            assertTrue(nanos == 201_150 || nanos == 7_201_150, "nanos=" + nanos);
            compacted += nanos / 7_000_000;
        }
        assertEquals(400, compacted, 60);
    }

    @Test
    void shouldCompactForAnyOrderAboveZero() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.COMPACTED_SHARE, 1));
        assertEquals(7_001_070, nanos(host, host.memory, 32 << 10, 32 << 10));
        assertEquals(7_001_010, nanos(host, host.memory, 8 << 10, 8 << 10));
        assertEquals(1_000, nanos(host, host.memory, 4096, 4096));
        assertEquals(16_000, nanos(host, host.memory, SHARD, 4096));
    }

    @Test
    void shouldFailAnyOrderAboveZeroWithoutDirectReclaim() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.COMPACTED_SHARE, 1));
        final MemoryAllocator cautious = host.memory.ofMode(MemoryMode.BACKED, false);
        for (int length = 8 << 10; length <= SHARD; length *= 2) {
            final int bytes = length;
            final long before = host.now();
            final VerbsException e = assertThrows(VerbsException.class, () -> cautious.allocate(bytes, bytes));
            assertEquals(Errno.ENOMEM, e.errno());
            assertTrue(e.getMessage().contains("length=" + bytes + " memory.compacted=1.0"), e::getMessage);
            assertEquals(before + 300, host.now(), "a failed allocation, and no compaction");
        }
        assertEquals(1_000, nanos(host, cautious, 4096, 4096), "order 0 never fails");
        assertEquals(0, host.memory.liveBlocks());
    }

    @Test
    void shouldFailAShareOfTheAllocationsWithoutDirectReclaim() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.COMPACTED_SHARE, 0.1));
        final MemoryAllocator cautious = host.memory.ofMode(MemoryMode.BACKED, false);
        int failed = 0;
        for (int i = 0; i < 4_000; i++) {
            try {
                cautious.allocate(32 << 10, 32 << 10).close();
            } catch (final VerbsException e) {
                failed++;
            }
        }
        assertEquals(400, failed, 60);
    }

    /**
     * If no run above order 0 is available, 32 KB consist of eight single pages. The allocations of one, two and four
     * larger runs failed first.
     */
    @Test
    void shouldReplaceMissingRunsOfABlockBySmallerRuns() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.COMPACTED_SHARE, 1));
        final HostMemoryBlock block =
                (HostMemoryBlock) host.memory.ofMode(MemoryMode.BACKED, false).allocate(SHARD, 32 << 10);
        assertEquals(2 * (7 * 300 + 8 * 1_000), host.now());
        assertEquals(2 * 7, block.pieces(block.address(), SHARD, 4096) - 2);
        block.close();
    }

    /** A branching process yields the expected number of pieces: 1 + p (2 (1 + p (2 (1 + p)) - 1) ...). */
    @Test
    void shouldHaveMorePiecesInProportionToTheShare() {
        final BareHost host = new BareHost(COSTS.with(CostParameter.COMPACTED_SHARE, 0.1));
        final MemoryAllocator cautious = host.memory.ofMode(MemoryMode.BACKED, false);
        final int blocks = 10_000;
        final HostMemoryBlock block = (HostMemoryBlock) cautious.allocate(blocks * (32L << 10), 32 << 10);
        final double order1 = 0.9 + 0.1 * 2;
        final double order2 = 0.9 + 0.1 * 2 * order1;
        final double order3 = 0.9 + 0.1 * 2 * order2;
        assertEquals(blocks * order3, block.pieces(block.address(), block.length(), 4096), 100);
        block.close();
    }

    private static long nanos(
            final BareHost host, final MemoryAllocator memory, final long length, final long alignment) {
        final long before = host.now();
        memory.allocate(length, alignment).close();
        return host.now() - before;
    }

    @Test
    void shouldFailTheSameAllocationsAgainWithTheSameSeed() {
        assertEquals(failures(1), failures(1));
        assertTrue(!failures(1).equals(failures(2)), "another seed, other failures");
    }

    private static String failures(final long seed) {
        final CostModel costs = COSTS.with(CostParameter.FAILED_SHARE, 0.5);
        final BareHost host = new BareHost(new Simulation(seed), costs, new NativeHeap());
        final StringBuilder failures = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            failures.append(fails(host) ? 'x' : '.');
        }
        return failures.toString();
    }

    private static boolean fails(final BareHost host) {
        try {
            host.memory.allocate(SHARD, SHARD).close();
            return false;
        } catch (final VerbsException e) {
            assertEquals(Errno.ENOMEM, e.errno());
            return true;
        }
    }
}
