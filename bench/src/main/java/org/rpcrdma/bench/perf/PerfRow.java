// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One row of the table. Either bandwidth or latency is null.
 *
 * @param bytes      the bytes per message.
 * @param iterations the number of measured messages over all queue pairs.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PerfRow(int bytes, long iterations, Bandwidth bandwidth, Latency latencyMicros) {
    private static final double MEGA = 1 << 20;
    private static final double MICRO = 1000;

    /** Transfer rates. One MB is 2^20 bytes, as in perftest. */
    public record Bandwidth(double peakMbPerSecond, double averageMbPerSecond, double messagesPerSecond) {}

    /** Latencies in microseconds. */
    public record Latency(
            double min, double max, double typical, double average, double deviation, double p99, double p999) {}

    static PerfRow of(final PerfPlan plan, final BandwidthRun run) {
        return new PerfRow(
                plan.bytes(),
                run.messages(),
                new Bandwidth(run.peak() * plan.bytes() / MEGA, run.average() * plan.bytes() / MEGA, run.average()),
                null);
    }

    static PerfRow of(final PerfPlan plan, final LatencyRun run) {
        final double unit = MICRO * (plan.test().isHalved() ? 2 : 1);
        return new PerfRow(
                plan.bytes(),
                run.count(),
                null,
                new Latency(
                        run.least() / unit,
                        run.most() / unit,
                        run.percentile(50) / unit,
                        run.average() / unit,
                        run.deviation() / unit,
                        run.percentile(99) / unit,
                        run.percentile(99.9) / unit));
    }
}
