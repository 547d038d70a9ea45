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

import org.rpcrdma.nic.BareDma;
import org.rpcrdma.nic.CostModel;
import org.rpcrdma.nic.IommuMode;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.verbs.DmaDirection;

/** Measurements of the bus and the IOMMU, by DMA without verbs. */
final class BusExperiments {
    private static final int LINE = 64;
    private static final int READS = 50_000;
    private static final long TABLE = 2 << 20;
    /** More tables than a page-walk cache holds, so that the next one is never cached. */
    private static final int TABLES = 64;

    private static final int PACKETS = 5_000;
    private static final int PIECES = 4;
    private static final int MOST_WALKS = 2 * PIECES;

    private BusExperiments() {}

    /** One read after the other, at random, once every page was read. */
    static double readLatency(final CostModel costs, final double x) {
        final long window = Host.bytes(x, LINE);
        try (Host host = new Host(costs, IommuMode.STRICT, window)) {
            final long iova = host.device.dma().map(host.memory.address(), window, DmaDirection.TO_DEVICE);
            final BareDma dma = host.device.bareDma();
            long now = 0;
            for (long offset = 0; offset < window; offset += Host.PAGE) {
                now = dma.read(now, iova + offset, LINE);
            }
            final SeededRandom random = new SeededRandom(1);
            final long begin = now;
            for (int i = 0; i < READS; i++) {
                now = dma.read(now, iova + random.nextLong(window / LINE) * LINE, LINE);
            }
            host.device.dma().unmap(iova, window, DmaDirection.TO_DEVICE);
            return (double) (now - begin) / READS;
        }
    }

    /**
     * Packets as fast as they go, up to the link's rate. A packet goes to four buffers: each in the page used before (no
     * walk), in a page that the IOTLB does not have (one read), or in one whose table is not cached either (two).
     */
    static double throughput(final CostModel costs, final double walks) {
        if (!(walks >= 0 && walks <= MOST_WALKS)) {
            throw new IllegalArgumentException("x must be 0 to " + MOST_WALKS + " reads a packet: x=" + walks);
        }
        final long bytes = TABLES * TABLE;
        try (Host host = new Host(costs, IommuMode.STRICT, bytes)) {
            final long iova = host.device.dma().map(host.memory.address(), bytes, DmaDirection.FROM_DEVICE);
            final WalkingWrites writes = new WalkingWrites(host.device.bareDma(), iova, bytes);
            final long nanos = writes.run(walks);
            host.device.dma().unmap(iova, bytes, DmaDirection.FROM_DEVICE);
            return Math.min(costs.get("link.rate"), PACKETS * Host.PAGE * 8.0 / nanos);
        }
    }

    private static final class WalkingWrites {
        private final BareDma dma;
        private final long iova;
        private final long bytes;
        private long page;

        WalkingWrites(final BareDma dma, final long iova, final long bytes) {
            this.dma = dma;
            this.iova = iova;
            this.bytes = bytes;
        }

        /** Writes the packets, with so many walks on average; returns how long that takes, the last one's latency aside. */
        long run(final double walks) {
            final long latency = write(0);
            double due = 0;
            long end = latency;
            for (int packet = 0; packet < PACKETS; packet++) {
                due += walks;
                for (int piece = 0; piece < PIECES; piece++) {
                    final int reads = (int) Math.min(2, Math.ceil(Math.floor(due) / (PIECES - piece)));
                    due -= reads;
                    end = Math.max(end, write(reads));
                }
            }
            return end - latency;
        }

        private long write(final int reads) {
            if (reads == 1) {
                final long table = page / TABLE;
                page += Host.PAGE;
                page = page / TABLE == table ? page : table * TABLE;
            } else if (reads == 2) {
                page = (page + TABLE + Host.PAGE) % bytes;
            }
            return dma.write(0, iova + page, Host.PAGE / PIECES);
        }
    }
}
