// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryRegion;

/** Measurements of 64-byte RDMA WRITEs between two hosts without IOMMUs. */
final class WriteExperiments {
    private static final int BYTES = 64;
    static final int WRITES = 20_000;
    static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE_WRITE;
    private static final double NANOS_PER_MICRO = 1000;

    private WriteExperiments() {}

    /**
     * Measures the latency of consecutive writes to randomly selected regions of one page each, once the caches are
     * full.
     */
    static double latencyOverRegions(final CostModel costs, final double x) {
        final int count = (int) x;
        try (WritingHosts hosts = new WritingHosts(costs, (long) count * MeasuredHost.PAGE, 1)) {
            final List<MemoryRegion> regions = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                final long address = hosts.server.memory.address() + (long) i * MeasuredHost.PAGE;
                regions.add(hosts.serverDomain.registerMemory(address, MeasuredHost.PAGE, address, RIGHTS));
            }
            final double latency = latency(hosts, regions, MeasuredHost.PAGE);
            regions.forEach(MemoryRegion::close);
            return latency;
        }
    }

    /**
     * Saturates one region with writes at random offsets, after every page has been written once. Returns millions of
     * writes per second.
     */
    static double rateInOneRegion(final CostModel costs, final double x) {
        final long bytes = (long) x / BYTES * BYTES;
        try (WritingHosts hosts = new WritingHosts(costs, bytes, 1)) {
            try (MemoryRegion region = region(hosts, bytes)) {
                for (long offset = 0; offset < bytes; offset += MeasuredHost.PAGE) {
                    hosts.write(region.iova() + offset, BYTES, region.rkey());
                }
                return WRITES * NANOS_PER_MICRO / nanosOfMany(hosts, 1, List.of(region), bytes, BYTES);
            }
        }
    }

    /** Keeps the maximum number of writes outstanding. Returns the elapsed time in nanoseconds. */
    static double nanosOfMany(
            final WritingHosts hosts,
            final int pairs,
            final List<MemoryRegion> regions,
            final long regionBytes,
            final int bytes) {
        final SeededRandom random = new SeededRandom(1);
        final int underWay = pairs * WritingHosts.DEPTH;
        final long begin = hosts.nanoTime();
        for (int i = 0; i < WRITES + underWay; i++) {
            final int pair = i < underWay ? i % pairs : hosts.await();
            if (i < WRITES) {
                final MemoryRegion region = regions.get(random.nextInt(regions.size()));
                hosts.post(pair, region.iova() + random.nextLong(regionBytes / bytes) * bytes, bytes, region.rkey());
            }
        }
        return hosts.nanoTime() - begin;
    }

    static MemoryRegion region(final WritingHosts hosts, final long bytes) {
        final long address = hosts.server.memory.address();
        return hosts.serverDomain.registerMemory(address, bytes, address, RIGHTS);
    }

    static double latency(final WritingHosts hosts, final List<MemoryRegion> regions, final long regionBytes) {
        final SeededRandom random = new SeededRandom(1);
        for (final MemoryRegion region : regions) {
            hosts.write(region.iova(), BYTES, region.rkey());
        }
        write(hosts, regions, regionBytes, random);
        return write(hosts, regions, regionBytes, random) / NANOS_PER_MICRO / WRITES;
    }

    /** Performs a number of writes. Returns the elapsed time in nanoseconds. */
    private static double write(
            final WritingHosts hosts,
            final List<MemoryRegion> regions,
            final long regionBytes,
            final SeededRandom random) {
        long nanos = 0;
        for (int i = 0; i < WRITES; i++) {
            final MemoryRegion region = regions.get(random.nextInt(regions.size()));
            final long offset = random.nextLong(regionBytes / BYTES) * BYTES;
            nanos += hosts.write(region.iova() + offset, BYTES, region.rkey());
        }
        return nanos;
    }
}
