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
package org.rpcrdma.bench.calibration;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.rpcrdma.nic.CostModel;

/** A published measurement that can be repeated on simulated devices: a figure for each value of what was varied. */
public enum Experiment {
    /** Mean latency of DMA reads of 64 bytes at random in a window of so many bytes, pages of 4 KB (pcie-bench). */
    READ_LATENCY_VS_WINDOW("read-latency-vs-window", "ns", "connectx6", BusExperiments::readLatency),
    /** Rate of DMA writes of 4 KB packets, with so many page-walk reads a packet (Fast &amp; Safe). */
    THROUGHPUT_VS_WALKS("throughput-vs-walks", "Gb/s", "connectx6", BusExperiments::throughput),
    /** Mean latency of RDMA WRITEs of 64 bytes to regions of 4 KB at random, of so many (LITE, Fig. 4). */
    WRITE_LATENCY_VS_REGIONS("write-latency-vs-regions", "us", "connectx3", WriteExperiments::latencyOverRegions),
    /** Time of registering so many bytes (LITE, Fig. 8). */
    REGISTRATION_TIME_VS_BYTES("registration-time-vs-bytes", "us", "connectx3", HostExperiments::registrationTime),
    /** Time of ending a DMA mapping of so many bytes (dma_map_benchmark). */
    UNMAP_TIME_VS_BYTES("unmap-time-vs-bytes", "us", "connectx6", HostExperiments::unmapTime);

    private final String label;
    private final String unit;
    private final String preset;
    private final ToDoubleBiFunction<CostModel, Double> measurement;

    Experiment(
            final String label,
            final String unit,
            final String preset,
            final ToDoubleBiFunction<CostModel, Double> measurement) {
        this.label = label;
        this.unit = unit;
        this.preset = preset;
        this.measurement = measurement;
    }

    /**
     * The experiment of a name.
     *
     * @param label for example {@code read-latency-vs-window}.
     * @return the experiment, or nothing.
     */
    public static Optional<Experiment> of(final String label) {
        return Arrays.stream(values())
                .filter(experiment -> experiment.label.equals(label))
                .findFirst();
    }

    /**
     * Its name.
     *
     * @return as curves have it.
     */
    public String label() {
        return label;
    }

    /**
     * What its figures count.
     *
     * @return for example {@code ns}.
     */
    public String unit() {
        return unit;
    }

    /**
     * The hardware that it was made on.
     *
     * @return the cost model of the nearest preset.
     */
    public CostModel costs() {
        return CostModel.preset(preset);
    }

    /**
     * Repeats the measurement once.
     *
     * @param costs what everything costs.
     * @param x     what was varied.
     * @return the figure, in {@link #unit()}; the same for the same arguments.
     * @throws IllegalArgumentException for an x that the experiment cannot be made with.
     */
    public double measure(final CostModel costs, final double x) {
        return measurement.applyAsDouble(costs, x);
    }
}
