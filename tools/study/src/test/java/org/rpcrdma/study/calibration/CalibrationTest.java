// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.MemoryRegion;

/** Compares the cost model with published figures, both those to which it was fitted and others. */
class CalibrationTest {
    private static final double WITHIN = 0.10;

    private static List<Curve> heldOut() throws IOException {
        return FitSet.curves().stream().filter(Curve::isHeldOut).toList();
    }

    /** The figures come from an older kernel's allocator on the machine to which the lock was fitted. */
    @Test
    void shouldPredictAllocationsOfAnOlderKernelButForItsOwnCost() throws IOException {
        final Curve curve = heldOut().get(0);
        for (final Curve.Point point : curve.points()) {
            assertAgrees(curve, point, point.x() == 1 ? 0.25 : 0.15);
        }
        assertAgrees(curve, curve.points().get(1), WITHIN);
        assertAgrees(curve, curve.points().get(7), WITHIN);
    }

    private static void assertAgrees(final Curve curve, final Curve.Point point, final double within) {
        final double modelled = curve.experiment().measure(CostModel.preset(curve.preset()), point.x());
        assertEquals(
                0,
                modelled / point.published() - 1,
                within,
                curve.experiment().label() + " " + curve.preset() + " " + point + " " + modelled);
    }

    @Test
    void shouldFindOneRegionAsFastHoweverLargeItIs() {
        final CostModel costs = CostModel.preset("connectx3");
        final double few = latencyInOneRegion(costs, 10);
        final double many = latencyInOneRegion(costs, 100_000);
        assertEquals(0, many / few - 1, 0.08, few + " " + many);
    }

    /**
     * According to Collie (NSDI 2022), 24 queue pairs with 2,048 regions each reach less than 80 % of the link rate of
     * a ConnectX-6.
     */
    @Test
    void shouldFallBehindTheLinkWithManyRegionsAndShortWrites() {
        final double rate = 200;
        final CostModel costs = CostModel.defaults().with("link.rate", rate);
        final double few = throughputOverRegions(costs, 12_000);
        assertTrue(few > 0.8 * rate, "12K regions: " + few);
        final double many = throughputOverRegions(costs, 24 * 2048);
        assertTrue(many < 0.8 * rate, "48K regions: " + many);
    }

    /**
     * Misses of a single queue pair do not overlap. If they did, writing to a region of 1 GB would be twice as fast.
     */
    @Test
    void shouldWriteSlowerToALargeRegionAsMissesDoNotOverlap() {
        final CostModel costs = CostModel.preset("connectx3");
        final Experiment rate = Experiment.WRITE_RATE_VS_REGION_BYTES;
        final double published = rate.measure(costs, 256 << 20);
        assertTrue(rate.measure(costs.with("nic.context_fetches", 0), 256 << 20) > 2 * published);
        assertTrue(rate.measure(costs.with("nic.queue_interval", 0), 1 << 20) > 1.4 * rate.measure(costs, 1 << 20));
    }

    /** Nothing is fitted to this server. With its 128 processors, the lock is slower than in the fit. */
    @Test
    void shouldPredictAllocationsForEachOperationTooFast() {
        final NegativeControl control = NegativeControl.measure(CostModel.preset(NegativeControl.PRESET));
        final double factor = control.allocationsPredicted() / control.allocationsPublished();
        assertTrue(factor > 2 && factor < 4, control::toString);
        assertEquals(NegativeControl.OFFERED, control.carriedPredicted(), 0.5, control::toString);
        assertEquals(NegativeControl.OFFERED, control.order3Predicted(), 0.5, "published: 25.4");
    }

    @Test
    void shouldCarryTheLoadThatALockOfTwoMicrosecondsPermits() {
        final NegativeControl control = NegativeControl.measure(CostModel.preset(NegativeControl.PRESET)
                .with("cpu.zone_lock_transfer", 1_990)
                .with("cpu.zone_lock_waiter", 0));
        assertEquals(500_000, control.allocationsPredicted(), 5_000, control::toString);
        assertEquals(30.5, control.carriedPredicted(), 0.3, control::toString);
    }

    /** The model of another machine must not agree, because the curves distinguish between machines. */
    @Test
    void shouldDisagreeWithAnotherMachine() {
        final CostModel nfp6000 = CostModel.preset("nfp6000");
        final Experiment reads = Experiment.READ_LATENCY_VS_WINDOW;
        assertTrue(reads.measure(nfp6000.with("iommu.iotlb_entries", 64), 512 << 10) > 1.2 * 546);
        final Experiment writes = Experiment.WRITE_LATENCY_VS_REGIONS;
        assertTrue(writes.measure(CostModel.preset("connectx3").with("nic.mpt_l1_entries", 0), 1000) < 0.9 * 2.47);
        final Experiment packets = Experiment.THROUGHPUT_VS_WALKS;
        assertEquals(100, measure(packets, 0), "the link's rate");
        assertEquals(measure(packets, 4) / 2, measure(packets, 8), 1.5);
        assertEquals(100, packets.measure(CostModel.preset("ideal"), 4));
        final Experiment window = Experiment.WRITE_THROUGHPUT_VS_WINDOW;
        assertEquals(
                2,
                window.measure(nfp6000.with("nic.dma_write_interval", 10.55), 65_536) / measure(window, 65_536),
                0.01);
        assertEquals(
                2,
                measure(window, 64 << 20) / window.measure(nfp6000.with("iommu.walk_interval", 106), 64 << 20),
                0.02);
        assertTrue(window.measure(nfp6000.with("iommu.walk_interval", 0), 64 << 20) > 1.5 * measure(window, 64 << 20));
    }

    /**
     * Between and beyond the published points, the curve is monotonic from the neighbourhood of one point to that of
     * the next.
     */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({
        "READ_LATENCY_VS_WINDOW, 1, 64 100000 524288 800001 1048576 2097152 16777216 67108864 536870912 1073741824",
        "WRITE_THROUGHPUT_VS_WINDOW, -1, 64 524288 1000000 1048576 2097152 8388608 16777216 67108864 1073741824",
        "THROUGHPUT_VS_WALKS, -1, 0 0.5 1 1.3 1.76 2.5 3 4.4 8",
        "WRITE_LATENCY_VS_REGIONS, 1, 1 100 200 1000 3000 10000 30000 100000",
        "WRITE_RATE_VS_REGION_BYTES, -1, 64 4194304 16777216 268435456 1073741824",
        "REGISTRATION_TIME_VS_BYTES, 1, 1 4097 65536 2097152 1073741824",
        "UNMAP_TIME_VS_BYTES, 1, 1 4097 65536 2097152 1073741824",
        "ALLOCATION_TIME_VS_ORDER, 1, 0 1 2 3 4 5 6 7 8 9 10",
        "ALLOCATION_TIME_VS_PROCESSORS, 1, 1 2 3 5 8 16 64 128 256",
    })
    void shouldChangeOneWayOnly(final Experiment experiment, final int sign, final String values) {
        double before = sign > 0 ? 0 : Double.MAX_VALUE;
        for (final String x : values.split(" ")) {
            final double figure = measure(experiment, Double.parseDouble(x));
            assertTrue(
                    figure > 0 && (figure - before) * sign >= -0.01 * figure, "x=" + x + " " + before + " " + figure);
            before = figure;
        }
    }

    @ParameterizedTest
    @EnumSource(Experiment.class)
    void shouldRefuseWhatIsOutOfItsRange(final Experiment experiment) {
        for (final double x : new double[] {-1, experiment.most() + 1, Double.NaN}) {
            final String message = assertThrows(IllegalArgumentException.class, () -> measure(experiment, x))
                    .getMessage();
            assertTrue(message.endsWith("x=" + x) && message.contains(experiment.label()), message);
        }
    }

    private static double measure(final Experiment experiment, final double x) {
        return experiment.measure(CostModel.preset(experiment.preset()), x);
    }

    /**
     * Returns the latency with a single region that has the same number of pages, for comparison. This region needs
     * only one line of translations.
     */
    private static double latencyInOneRegion(final CostModel costs, final int pages) {
        final long bytes = (long) pages * MeasuredHost.PAGE;
        try (WritingHosts hosts =
                new WritingHosts(costs.with("nic.largest_page", MeasuredHost.LARGEST_PAGE), bytes, 1)) {
            try (MemoryRegion region = WriteExperiments.region(hosts, bytes)) {
                return WriteExperiments.latency(hosts, List.of(region), bytes);
            }
        }
    }

    /**
     * Returns the throughput of 512-byte WRITEs in Gb/s. They go from 24 queue pairs to random regions of 32 KB, with
     * the maximum number in flight, after every region has been written once.
     */
    private static double throughputOverRegions(final CostModel costs, final int count) {
        final CostModel posted = costs.with("cpu.doorbell", 0);
        try (WritingHosts hosts = new WritingHosts(posted, (long) count * (32 << 10), 24)) {
            final List<MemoryRegion> regions = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                final long address = hosts.server.memory.address() + (long) i * (32 << 10);
                regions.add(hosts.serverDomain.registerMemory(address, (32 << 10), address, WriteExperiments.RIGHTS));
                hosts.write(address, 512, regions.get(i).rkey());
            }
            final double nanos = WriteExperiments.nanosOfMany(hosts, 24, regions, (32 << 10), 512);
            regions.forEach(MemoryRegion::close);
            return (double) WriteExperiments.WRITES * 512 * Byte.SIZE / nanos;
        }
    }
}
