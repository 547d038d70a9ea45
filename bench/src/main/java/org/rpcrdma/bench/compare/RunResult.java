// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.HdrHistogram.Histogram;
import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.config.NicCacheStatistics;

/**
 * The figures of one strategy with one seed. In JSON, the figures of most parts are fields of the result itself.
 *
 * @param buffers the server's Receive buffers.
 * @param sends memory of send buffers.
 * @param times the time that connections waited for their Receive buffers.
 * @param costs the work that the server executed.
 * @param misses cache misses.
 * @param rates throughput and latency at the clients.
 * @param messages the messages sent.
 * @param turnover how connections arrived and left.
 */
public record RunResult(
        @JsonUnwrapped ReceiveBuffers buffers,
        SendBufferMemory sends,
        @JsonUnwrapped BufferTimes times,
        @JsonUnwrapped Costs costs,
        @JsonUnwrapped Misses misses,
        @JsonUnwrapped Rates rates,
        @JsonUnwrapped Messages messages,
        Turnover turnover) {
    /**
     * The server's Receive buffers: the sum over the connections, or the shared arena's final figures.
     *
     * @param mappings DMA mappings or registrations.
     * @param iovaPages pages of I/O virtual address space.
     * @param iotlbEntries IOTLB entries that would cover all buffers; 0 without an IOMMU.
     * @param bytesMapped bytes mapped.
     * @param bytesWasted bytes mapped beyond the peak use.
     * @param receivesPerQueue Receives posted in a connection's own queue, or in a shared one.
     */
    public record ReceiveBuffers(
            long mappings,
            long iovaPages,
            long iotlbEntries,
            long bytesMapped,
            long bytesWasted,
            int receivesPerQueue) {}

    /**
     * The mean time that a connection waited for its Receive buffers.
     *
     * @param setupNanos from its request until its Receives were posted.
     * @param teardownNanos the time to release its Receive buffers.
     */
    public record BufferTimes(double setupNanos, double teardownNanos) {}

    /**
     * The work that the server executed.
     *
     * @param connectionNanos CPU time of a connection's set-up and tear-down.
     * @param rpcNanos CPU time of an RPC.
     * @param load the utilization of the server.
     * @param capacity the maximum rate of connections.
     * @param executed the counts that the times are computed from; not in JSON.
     */
    public record Costs(
            ConnectionTime connectionNanos,
            WorkTime rpcNanos,
            ServerLoad load,
            Capacity capacity,
            @JsonIgnore Executed executed) {}

    /**
     * Cache misses.
     *
     * @param iotlbHits IOTLB hits of the Receive buffers.
     * @param iotlbMisses IOTLB misses of the Receive buffers.
     * @param nicMisses cache misses of the server's NIC.
     */
    public record Misses(long iotlbHits, long iotlbMisses, NicMisses nicMisses) {}

    /**
     * Throughput and latency at the clients; both are null if the server was saturated.
     *
     * @param rpcPerSecond RPCs of all connections, from first call to last reply.
     * @param latencyNanos from a call's start to its reply at the caller.
     */
    public record Rates(Double rpcPerSecond, Latency latencyNanos) {
        static final Rates UNKNOWN = new Rates(null, null);
    }

    /**
     * The messages sent.
     *
     * @param messages calls and replies.
     * @param payloadBytes payload of all messages and chunks.
     * @param rnrNaks RNR NAKs of the server: a client found no Receive.
     * @param corruptions messages or chunks with wrong bytes; null without payload.
     */
    public record Messages(long messages, long payloadBytes, long rnrNaks, Long corruptions) {}

    /** All misses of the server's NIC; of a two-level cache, those in the first level. */
    public record NicMisses(long queuePairs, long requests, long keys, long translations) {
        static NicMisses of(final NicCacheStatistics statistics) {
            return new NicMisses(
                    statistics.misses(NicCache.QPC),
                    statistics.misses(NicCache.SEND_WQE) + statistics.misses(NicCache.RECEIVE_WQE),
                    statistics.misses(NicCache.MPT_L1),
                    statistics.misses(NicCache.MTT_L1));
        }

        long tables() {
            return keys + translations;
        }
    }

    /**
     * How connections arrived and left. A connection is open from the client's first step, including waits, until the
     * server has released all of its resources. Rate and mean cover the time from the first connection's start to the
     * last connection's end.
     */
    public record Turnover(double connectionsPerSecond, double meanOpen, int mostOpen, long connectedNanos) {}

    /** Percentiles of the time from a call's start to its reply at the caller. */
    public record Latency(long p50, long p90, long p99, long p999, long p9999, long max) {
        public static Latency of(final Histogram latency) {
            return new Latency(
                    latency.getValueAtPercentile(50),
                    latency.getValueAtPercentile(90),
                    latency.getValueAtPercentile(99),
                    latency.getValueAtPercentile(99.9),
                    latency.getValueAtPercentile(99.99),
                    latency.getMaxValue());
        }
    }
}
