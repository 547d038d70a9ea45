// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.rpcrdma.sim.cost.Certainty;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * A published measurement that can be repeated on simulated devices. It yields one figure for each value of the varied
 * quantity.
 */
public enum Experiment {
    /**
     * The mean latency of 64-byte DMA reads at random addresses in a window of x bytes, with 4 KB pages (pcie-bench).
     */
    READ_LATENCY_VS_WINDOW(
            "read-latency-vs-window", Unit.NANOSECONDS, "nfp6000", 64, Sizes.GB, BusExperiments::readLatency),
    /**
     * The throughput of 64-byte DMA writes at random addresses in a window of x bytes, with 4 KB pages (pcie-bench).
     */
    WRITE_THROUGHPUT_VS_WINDOW(
            "write-throughput-vs-window", Unit.GIGABITS, "nfp6000", 64, Sizes.GB, BusExperiments::writeThroughput),
    /** The throughput of DMA writes of 4 KB packets, with x page-walk reads per packet (Fast &amp; Safe). */
    THROUGHPUT_VS_WALKS(
            "throughput-vs-walks", Unit.GIGABITS, "intel", 0, WalkingPackets.MOST_WALKS, BusExperiments::throughput),
    /** The mean latency of 64-byte RDMA WRITEs to x randomly selected 4 KB regions (LITE, Fig. 4). */
    WRITE_LATENCY_VS_REGIONS(
            "write-latency-vs-regions",
            Unit.MICROSECONDS,
            "connectx3",
            1,
            Sizes.REGIONS,
            WriteExperiments::latencyOverRegions),
    /**
     * The rate of 64-byte RDMA WRITEs at random addresses in one region of x bytes, with sixteen in flight (LITE, Fig.
     * 5).
     */
    WRITE_RATE_VS_REGION_BYTES(
            "write-rate-vs-region-bytes", Unit.MILLIONS, "connectx3", 64, Sizes.GB, WriteExperiments::rateInOneRegion),
    /** The time to register x bytes (LITE, Fig. 8). */
    REGISTRATION_TIME_VS_BYTES(
            "registration-time-vs-bytes",
            Unit.MICROSECONDS,
            "connectx3",
            1,
            Sizes.GB,
            HostExperiments::registrationTime),
    /** The time to unmap a DMA mapping of x bytes in a virtual machine (dma_map_benchmark). */
    UNMAP_TIME_VS_BYTES(
            "unmap-time-vs-bytes", Unit.MICROSECONDS, "smmuv3-vcmdq", 1, Sizes.GB, HostExperiments::unmapTime),
    /** The time to allocate and free contiguous memory of order x, at 4 GHz (page_bench01). */
    ALLOCATION_TIME_VS_ORDER(
            "allocation-time-vs-order", Unit.CYCLES, "intel", 0, 10, AllocatorExperiments::timeOfOrder),
    /**
     * The time of an order-3 allocation and free on x concurrent processors, at 4 GHz, before Linux kept order 3 on
     * per-processor lists (page_bench03).
     */
    ALLOCATION_TIME_VS_PROCESSORS(
            "allocation-time-vs-processors", Unit.CYCLES, "intel", 1, 256, AllocatorExperiments::timeOnProcessors);

    private static final double SMALL_LEAVES = 4096;

    private final String label;
    private final Unit unit;
    private final String preset;
    private final double smallestX;
    private final double largestX;
    private final ToDoubleBiFunction<CostModel, Double> measurement;

    Experiment(
            final String label,
            final Unit unit,
            final String preset,
            final double smallestX,
            final double largestX,
            final ToDoubleBiFunction<CostModel, Double> measurement) {
        this.label = label;
        this.unit = unit;
        this.preset = preset;
        this.smallestX = smallestX;
        this.largestX = largestX;
        this.measurement = measurement;
    }

    /** The maximum values of x. */
    private static final class Sizes {
        static final double GB = 1 << 30;
        /** The number of regions. With one page each, they occupy 1 GB. */
        static final double REGIONS = 1 << 18;
    }

    /**
     * Returns the experiment with the given name.
     *
     * @param label for example {@code read-latency-vs-window}.
     * @return the experiment, or empty if the name is unknown.
     */
    public static Optional<Experiment> of(final String label) {
        return Arrays.stream(values())
                .filter(experiment -> experiment.label.equals(label))
                .findFirst();
    }

    /**
     * Returns the name that curve files use for this experiment.
     *
     * @return the name.
     */
    public String label() {
        return label;
    }

    /**
     * Returns the unit of the experiment's figures.
     *
     * @return for example {@code ns}.
     */
    public String unit() {
        return unit.label();
    }

    /**
     * Returns the hardware on which the experiment was carried out.
     *
     * @return the name of the nearest cost model.
     */
    public String preset() {
        return preset;
    }

    /**
     * Returns the smallest value of the varied quantity.
     *
     * @return the minimum x that {@link #measure} accepts.
     */
    public double least() {
        return smallestX;
    }

    /**
     * Returns the largest value of the varied quantity.
     *
     * @return the maximum x that {@link #measure} accepts.
     */
    public double most() {
        return largestX;
    }

    /**
     * Repeats the measurement once.
     *
     * @param costs the cost model.
     * @param x     the varied quantity, from {@link #least()} to {@link #most()}; a number of bytes or regions is
     *              rounded down.
     * @return the figure, in {@link #unit()}; the same for the same arguments.
     * @throws IllegalArgumentException if x is out of range.
     */
    public double measure(final CostModel costs, final double x) {
        check(x);
        return measurement.applyAsDouble(
                asPublished(asPublished(costs, CostParameter.COMPACTED_SHARE, 0), CostParameter.LEAVES, SMALL_LEAVES),
                x);
    }

    void check(final double x) {
        if (!(x >= smallestX && x <= largestX)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "x of %s must be from %.0f to %.0f: x=%s", label, smallestX, largestX, x));
        }
    }

    /** Returns the factor that converts a figure from the given unit. */
    double conversion(final String label) {
        return Unit.of(label)
                .filter(unit::isOfOneKindWith)
                .map(given -> given.in(unit))
                .orElseThrow(() -> new IllegalArgumentException(
                        "unit of " + this.label + " must convert to " + unit.label() + ": unit=" + label));
    }

    /** Returns costs adapted to the published hosts, whose memory was unfragmented and had 4 KB pages. */
    private static CostModel asPublished(final CostModel costs, final CostParameter parameter, final double value) {
        return costs.certainty(parameter) == Certainty.SET ? costs : costs.with(parameter, value);
    }
}
