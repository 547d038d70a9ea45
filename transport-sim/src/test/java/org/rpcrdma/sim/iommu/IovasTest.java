// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.cost.CostParameter.IOVA_AGE;
import static org.rpcrdma.sim.cost.CostParameter.IOVA_DEPOT;
import static org.rpcrdma.sim.cost.CostParameter.IOVA_TREE;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.BareHost;
import org.rpcrdma.sim.host.IovaAllocator;
import org.rpcrdma.sim.host.Processor;
import org.rpcrdma.sim.time.SeededRandom;

/** Tests where iovas come from and what they cost. Times are in virtual nanoseconds. */
class IovasTest {
    private static final int PAGE = 4096;
    private static final int MAGAZINE = 127;
    private static final int AGE = 1000;
    private static final CostModel BOOTED =
            CostModel.defaults().with(IOVA_DEPOT, 60).with(IOVA_TREE, 250).with(IOVA_AGE, 0);

    private final BareHost host = new BareHost(BOOTED);
    private final Iovas iovas = new Iovas(BOOTED, host.processors, new SeededRandom(1));

    @Test
    void shouldAllocateNeighbouringIovasOnAFreshlyBootedHost() {
        final long first = allocate(0);
        assertEquals(first + PAGE, allocate(0));
        assertEquals(2 * 250, host.processors.heldNanos(HostResource.IOVA_TREE));
        assertEquals(2 * 60, host.processors.heldNanos(HostResource.IOVA_DEPOT), "which had no iova");
        assertEquals(2 * (60 + 250), host.processors.nanos(ProcessorWork.IOVA));
    }

    @Test
    void shouldReuseTheIovaThatTheProcessorFreedLast() {
        final long first = allocate(4);
        final long second = allocate(4);
        final long before = host.now();
        free(first, 4);
        free(second, 4);
        assertEquals(second, allocate(4));
        assertEquals(first, allocate(4));
        assertEquals(0, host.now() - before, "magazines only");
    }

    @Test
    void shouldKeepSizesApart() {
        free(allocate(1), 1);
        final long before = host.now();
        allocate(0);
        assertEquals(60 + 250, host.now() - before);
    }

    @Test
    void shouldAllocateLongRangesFromTheTree() {
        final long before = host.now();
        final long first = allocate(6);
        free(first, 6);
        assertEquals(first, allocate(6));
        assertEquals(3 * 250, host.now() - before);
        assertEquals(0, host.processors.heldNanos(HostResource.IOVA_DEPOT));
    }

    /** One processor maps memory and another unmaps it, as if completions were handled on another processor. */
    @Test
    void shouldPassFullMagazinesToOtherProcessorsThroughTheDepot() {
        final Processor other = host.processors.newProcessor();
        final Set<Long> given = new HashSet<>();
        for (int i = 0; i < 3 * MAGAZINE; i++) {
            given.add(allocate(0));
        }
        final long held = host.processors.heldNanos(HostResource.IOVA_DEPOT);
        given.forEach(iova -> free(iova, 0));
        assertEquals(60, host.processors.heldNanos(HostResource.IOVA_DEPOT) - held, "the third magazine");
        final long tree = host.processors.heldNanos(HostResource.IOVA_TREE);
        run(other, () -> {
            for (int i = 0; i < MAGAZINE; i++) {
                assertTrue(given.remove(allocate(0)));
            }
            assertEquals(2 * 60, host.processors.heldNanos(HostResource.IOVA_DEPOT) - held, "once for all of them");
            assertEquals(tree, host.processors.heldNanos(HostResource.IOVA_TREE));
            allocate(0);
            assertEquals(tree + 250, host.processors.heldNanos(HostResource.IOVA_TREE), "nothing is left there");
        });
        assertTrue(given.remove(allocate(0)), "the first processor has its own still");
    }

    @Test
    void shouldWaitForTheTreeThatAnotherProcessorHolds() {
        final Processor other = host.processors.newProcessor();
        allocate(6);
        run(other, () -> allocate(6));
        assertEquals(250, host.processors.waitNanos(HostResource.IOVA_TREE), "both begin at 20");
    }

    @Test
    void shouldScatterTheIovasOfAHostWithUptime() {
        final Iovas aged = aged(1);
        final Set<Long> seen = new HashSet<>();
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        int neighbours = 0;
        long last = 0;
        for (int i = 0; i < AGE; i++) {
            final long iova = aged.allocate(0);
            assertTrue(seen.add(iova));
            neighbours += Math.abs(iova - last) == PAGE ? 1 : 0;
            lowest = Math.min(lowest, iova);
            highest = Math.max(highest, iova);
            last = iova;
        }
        assertEquals((AGE - 1L) * PAGE, highest - lowest, "one range");
        assertTrue(neighbours < AGE / 50, "neighbours=" + neighbours);
        final long next = aged.allocate(0);
        assertTrue(next > highest || next < lowest, "another range");
        assertTrue(Math.abs(next - aged.allocate(0)) > PAGE, "at random, too");
    }

    @Test
    void shouldScatterShardsWhole() {
        final Iovas aged = aged(1);
        for (int i = 0; i < AGE; i++) {
            assertEquals(0, aged.allocate(4) & (16 * PAGE - 1));
        }
    }

    @Test
    void shouldScatterByTheSeed() {
        final Iovas first = aged(1);
        final Iovas same = aged(1);
        final Iovas other = aged(2);
        int different = 0;
        for (int i = 0; i < 100; i++) {
            final long iova = first.allocate(0);
            assertEquals(iova, same.allocate(0));
            different += iova == other.allocate(0) ? 0 : 1;
        }
        assertTrue(different > 90, "different=" + different);
    }

    @Test
    void shouldTakeAgedIovasAMagazineAtATime() {
        final Iovas aged = aged(1);
        int untilDepot = 0;
        while (host.processors.heldNanos(HostResource.IOVA_DEPOT) == 0) {
            aged.allocate(0);
            aged.charge();
            untilDepot++;
        }
        assertTrue(untilDepot <= 2 * MAGAZINE + 1, "what the processor has: " + untilDepot);
        for (int i = 1; i < MAGAZINE; i++) {
            aged.allocate(0);
            aged.charge();
        }
        assertEquals(60, host.processors.heldNanos(HostResource.IOVA_DEPOT));
        aged.allocate(0);
        aged.charge();
        assertEquals(120, host.processors.heldNanos(HostResource.IOVA_DEPOT));
    }

    @Test
    void shouldNeverUseTheTreeOnAHostWithUptime() {
        final Iovas aged = aged(1);
        final Set<Long> taken = new HashSet<>();
        for (int i = 0; i < 20 * AGE; i++) {
            assertTrue(taken.add(aged.allocate(0)));
            aged.charge();
        }
        assertEquals(0, host.processors.heldNanos(HostResource.IOVA_TREE));
    }

    /**
     * On a host with a long uptime, each processor allocates and frees the same number of iovas from its initial
     * magazines.
     */
    @Test
    void shouldCostTheFirstConnectionsOfAHostWithUptimeAsMuchAsLaterOnes() {
        final int processors = 64;
        final int buffers = 263;
        final Iovas aged = aged(1);
        final List<Processor> all =
                Stream.generate(host.processors::newProcessor).limit(processors).toList();
        final double first = costOfConnections(aged, all, buffers);
        for (int i = 0; i < 5; i++) {
            costOfConnections(aged, all, buffers);
        }
        assertEquals(costOfConnections(aged, all, buffers), first, 60, "an exchange with the depot");
    }

    /** Returns the average cost of mapping and unmapping buffers if each processor has one connection. */
    private double costOfConnections(final Iovas aged, final List<Processor> all, final int buffers) {
        final long before = host.processors.nanos(ProcessorWork.IOVA) - waited();
        for (final Processor processor : all) {
            run(processor, () -> {
                final long[] taken =
                        LongStream.range(0, buffers).map(i -> allocate(aged, 0)).toArray();
                Arrays.stream(taken).forEach(iova -> free(aged, iova, 0));
            });
        }
        return (host.processors.nanos(ProcessorWork.IOVA) - waited() - before) / (double) all.size();
    }

    private long waited() {
        return host.processors.waitNanos(HostResource.IOVA_DEPOT);
    }

    @Test
    void shouldKeepAtMostTwoMagazinesOfAgedAndOtherIovasOnAProcessor() {
        final Iovas aged = aged(1);
        final long[] taken =
                LongStream.range(0, 1000).map(i -> allocate(aged, 0)).toArray();
        final long before = host.processors.heldNanos(HostResource.IOVA_DEPOT);
        Arrays.stream(taken).forEach(iova -> free(aged, iova, 0));
        final long visits = (host.processors.heldNanos(HostResource.IOVA_DEPOT) - before) / 60;
        assertTrue(visits == 6 || visits == 7, "1,000 less 0 to 254, 127 at a time: " + visits);
        final Set<Long> again = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertTrue(again.add(allocate(aged, 0)));
        }
    }

    @Test
    void shouldReturnEachAgedIovaOnce() {
        for (int count = 1; count < 300; count++) {
            final AgedIovas aged = new AgedIovas(0, count, new SeededRandom(count));
            final IovaAllocator tree = new IovaAllocator();
            final TreeSet<Long> places = new TreeSet<>();
            for (int i = 0; i < count; i++) {
                places.add(aged.take(tree));
            }
            assertEquals(count, places.size());
            assertEquals((count - 1L) * PAGE, places.last() - places.first(), "one range");
        }
    }

    private Iovas aged(final long seed) {
        return new Iovas(BOOTED.with(IOVA_AGE, AGE), host.processors, new SeededRandom(seed));
    }

    private long allocate(final int order) {
        return allocate(iovas, order);
    }

    private static long allocate(final Iovas from, final int order) {
        final long iova = from.allocate(order);
        from.charge();
        return iova;
    }

    private void free(final long iova, final int order) {
        free(iovas, iova, order);
    }

    private static void free(final Iovas to, final long iova, final int order) {
        to.free(iova, order);
        to.charge();
    }

    private void run(final Processor processor, final Runnable task) {
        processor.newTimer(task).arm(0);
        while (host.simulation.step()) {
            continue;
        }
    }
}
