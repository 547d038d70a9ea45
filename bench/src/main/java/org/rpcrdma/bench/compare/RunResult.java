// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.HdrHistogram.Histogram;
import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.config.NicCacheStatistics;

/**
 * The figures of one strategy with one seed. Its JSON has the figures of most parts as fields of its own.
 *
 * @param buffers  the server's Receive buffers
 * @param sends    memory of send buffers
 * @param times    how long connections waited for their Receive buffers
 * @param costs    what the server executed
 * @param misses   cache misses
 * @param rates    what clients saw
 * @param messages what was sent
 * @param turnover how connections came and went
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
     * The server's Receive buffers: totals of the connections, or the shared arena's at the end.
     *
     * @param mappings     DMA mappings or registrations
     * @param iovaPages    pages of I/O virtual address space
     * @param iotlbEntries IOTLB entries that would hold all buffers at once; 0 without an IOMMU
     * @param bytesMapped  bytes that are mapped
     * @param bytesWasted  bytes mapped beyond the most that were in use at once
     */
    public record ReceiveBuffers(
            long mappings, long iovaPages, long iotlbEntries, long bytesMapped, long bytesWasted) {}

    /**
     * How long a connection waited for its Receive buffers, on average.
     *
     * @param setupNanos    from its request to its Receives posted
     * @param teardownNanos to release its Receive buffers
     */
    public record BufferTimes(double setupNanos, double teardownNanos) {}

    /**
     * What the server executed.
     *
     * @param connectionNanos CPU time of a connection's set-up and tear-down
     * @param rpcNanos        CPU time of an RPC
     * @param load            how busy the server was
     * @param capacity        connections per second that can come and go
     * @param executed        what the times are computed from; not in JSON
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
     * @param iotlbHits   IOTLB hits of the Receive buffers
     * @param iotlbMisses IOTLB misses of the Receive buffers
     * @param nicMisses   cache misses of the server's NIC
     */
    public record Misses(long iotlbHits, long iotlbMisses, NicMisses nicMisses) {}

    /**
     * What clients saw; both are null if the server was saturated.
     *
     * @param rpcPerSecond RPCs of all connections, first call to last reply
     * @param latencyNanos from a call's start to its reply at the caller
     */
    public record Rates(Double rpcPerSecond, Latency latencyNanos) {
        static final Rates UNKNOWN = new Rates(null, null);
    }

    /**
     * What was sent.
     *
     * @param messages     messages, calls and replies
     * @param payloadBytes payload of all messages and chunks
     * @param corruptions  messages or chunks with wrong bytes; null without payload
     */
    public record Messages(long messages, long payloadBytes, Long corruptions) {}

    /** Misses of the server's NIC for all its work, in the first level if a cache has two. */
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
     * How connections came and went. A connection is open from when its client begins it, and so while it waits, until
     * the server has given back all that was its; the time is from the first one's beginning to the last one's end.
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
