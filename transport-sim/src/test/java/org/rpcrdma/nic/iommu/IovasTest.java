// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.cost.HostResource;
import org.rpcrdma.nic.cost.ProcessorWork;
import org.rpcrdma.nic.host.BareHost;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.sim.SeededRandom;

/** Where iovas come from, and what that costs. Virtual nanoseconds. */
class IovasTest {
    private static final int PAGE = 4096;
    private static final int MAGAZINE = 127;
    private static final int AGE = 1000;
    private static final CostModel BOOTED = CostModel.defaults()
            .with(CostParameter.IOVA, 20)
            .with(CostParameter.IOVA_DEPOT, 60)
            .with(CostParameter.IOVA_TREE, 250)
            .with(CostParameter.IOVA_AGE, 0);

    private final BareHost host = new BareHost(BOOTED);
    private final Iovas iovas = new Iovas(BOOTED, host.processors, new SeededRandom(1));

    @Test
    void shouldTakeNeighboursFromTheTreeOfAHostThatHasJustBooted() {
        final long first = allocate(0);
        assertEquals(first + PAGE, allocate(0));
        assertEquals(2 * 250, host.processors.heldNanos(HostResource.IOVA_TREE));
        assertEquals(2 * 60, host.processors.heldNanos(HostResource.IOVA_DEPOT), "which had none");
        assertEquals(2 * (20 + 60 + 250), host.processors.nanos(ProcessorWork.IOVA));
    }

    @Test
    void shouldUseAgainWhatTheProcessorGaveBackLast() {
        final long first = allocate(4);
        final long second = allocate(4);
        final long before = host.now();
        free(first, 4);
        free(second, 4);
        assertEquals(second, allocate(4));
        assertEquals(first, allocate(4));
        assertEquals(4 * 20, host.now() - before, "magazines only");
    }

    @Test
    void shouldKeepSizesApart() {
        free(allocate(1), 1);
        final long before = host.now();
        allocate(0);
        assertEquals(20 + 60 + 250, host.now() - before);
    }

    @Test
    void shouldTakeLongRangesFromTheTree() {
        final long before = host.now();
        final long first = allocate(6);
        free(first, 6);
        assertEquals(first, allocate(6));
        assertEquals(3 * (20 + 250), host.now() - before);
        assertEquals(0, host.processors.heldNanos(HostResource.IOVA_DEPOT));
    }

    /** One processor maps and another unmaps, as with completions elsewhere. */
    @Test
    void shouldGiveFullMagazinesToOtherProcessorsByTheDepot() {
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
        final long fresh = aged.allocate(0);
        assertTrue(fresh > highest || fresh < lowest, "from the tree");
        assertEquals(fresh + PAGE, aged.allocate(0));
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
        for (int i = 0; i < MAGAZINE; i++) {
            aged.allocate(0);
            aged.charge();
        }
        assertEquals(60, host.processors.heldNanos(HostResource.IOVA_DEPOT));
        assertEquals(0, host.processors.heldNanos(HostResource.IOVA_TREE));
        aged.allocate(0);
        aged.charge();
        assertEquals(120, host.processors.heldNanos(HostResource.IOVA_DEPOT));
    }

    @Test
    void shouldHaveEveryAgedIovaOnceWhateverTheirNumber() {
        for (int count = 1; count < 300; count++) {
            final AgedIovas aged = new AgedIovas(count, new SeededRandom(count));
            final Set<Long> places = new HashSet<>();
            for (int i = 0; i < count; i++) {
                final long place = aged.take();
                assertTrue(place >= 0 && place < count, "count=" + count + " place=" + place);
                places.add(place);
            }
            assertEquals(count, places.size());
            assertNotEquals(0, aged.bits());
        }
    }

    private Iovas aged(final long seed) {
        return new Iovas(BOOTED.with(CostParameter.IOVA_AGE, AGE), host.processors, new SeededRandom(seed));
    }

    private long allocate(final int order) {
        final long iova = iovas.allocate(order);
        iovas.charge();
        return iova;
    }

    private void free(final long iova, final int order) {
        iovas.free(iova, order);
        iovas.charge();
    }

    private void run(final Processor processor, final Runnable task) {
        processor.newTimer(task).arm(0);
        while (host.simulation.step()) {
            continue;
        }
    }
}
