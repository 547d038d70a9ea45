// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.sim.BareDma;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.DmaDirection;

/** Measurements of the bus and the IOMMU that use DMA without verbs. */
final class BusExperiments {
    private static final int LINE = 64;
    private static final int TRANSFERS = 50_000;
    private static final double BITS = 8;
    private static final int PACKETS = 5_000;

    private BusExperiments() {}

    /**
     * Measures the latency of consecutive reads at random addresses. Every page is read once before the measurement.
     */
    static double readLatency(final CostModel costs, final double x) {
        try (Window window = new Window(costs, x, DmaDirection.TO_DEVICE)) {
            long begin = 0;
            for (long offset = 0; offset < window.bytes; offset += MeasuredHost.PAGE) {
                begin = window.dma.read(begin, window.iova + offset, LINE);
            }
            long now = begin;
            for (int i = 0; i < TRANSFERS; i++) {
                now = window.dma.read(now, window.iova + window.randomOffset(LINE), LINE);
            }
            return (double) (now - begin) / TRANSFERS;
        }
    }

    /**
     * Measures the throughput of writing cache lines at random addresses. Every page is written once before the
     * measurement.
     */
    static double writeThroughput(final CostModel costs, final double x) {
        return throughput(costs, x, LINE, DmaDirection.FROM_DEVICE);
    }

    /**
     * Measures the throughput of transfers of a given size at random addresses. Every page is used once before the
     * measurement.
     */
    static double throughput(
            final CostModel costs, final double window, final int bytes, final DmaDirection direction) {
        try (Window memory = new Window(costs, window, direction)) {
            long begin = 0;
            for (long offset = 0; offset < memory.bytes; offset += MeasuredHost.PAGE) {
                begin = Math.max(begin, memory.transfer(0, offset, bytes));
            }
            long end = begin;
            for (int i = 0; i < TRANSFERS; i++) {
                end = Math.max(end, memory.transfer(begin, memory.randomOffset(bytes), bytes));
            }
            return TRANSFERS * bytes * BITS / (end - begin);
        }
    }

    /** Returns the throughput of packets at full speed, limited by the link's rate. */
    static double throughput(final CostModel costs, final double walks) {
        try (MeasuredHost host = new MeasuredHost(costs, IommuMode.STRICT, WalkingPackets.BYTES)) {
            final WalkingPackets packets = new WalkingPackets(host);
            final long nanos = packets.write(PACKETS, walks);
            packets.close();
            return Math.min(costs.get("link.rate"), PACKETS * MeasuredHost.PAGE * BITS / nanos);
        }
    }

    /** A range of mapped memory for reads or writes at random addresses. */
    private static final class Window implements AutoCloseable {
        final long bytes;
        final long iova;
        final BareDma dma;
        private final MeasuredHost host;
        private final DmaDirection direction;
        private final SeededRandom random = new SeededRandom(1);

        Window(final CostModel costs, final double bytes, final DmaDirection direction) {
            this.bytes = (long) bytes / LINE * LINE;
            this.direction = direction;
            host = new MeasuredHost(costs, IommuMode.STRICT, this.bytes);
            iova = host.device.dma().map(host.memory.address(), this.bytes, direction);
            dma = host.device.bareDma();
        }

        long randomOffset(final int size) {
            return random.nextLong(bytes / size) * size;
        }

        /** Reads or writes a part of the memory. Returns the time at which the transfer ends. */
        long transfer(final long begin, final long offset, final int size) {
            return direction == DmaDirection.TO_DEVICE
                    ? dma.read(begin, iova + offset, size)
                    : dma.write(begin, iova + offset, size);
        }

        @Override
        public void close() {
            host.device.dma().unmap(iova, bytes, direction);
            host.close();
        }
    }
}
