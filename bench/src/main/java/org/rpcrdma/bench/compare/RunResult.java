// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.HdrHistogram.Histogram;
import org.rpcrdma.sim.config.NicCache;
import org.rpcrdma.sim.config.NicCacheStatistics;

/**
 * The figures of one strategy with one seed. In JSON, most of the nested figures are fields of the result itself.
 *
 * @param buffers  the server's Receive buffers.
 * @param sends    the memory for send buffers.
 * @param times    the times for which connections waited for their Receive buffers.
 * @param costs    the work that the server executed.
 * @param misses   cache misses.
 * @param rates    throughput and latency at the clients.
 * @param messages the messages sent.
 * @param turnover the arrival and departure of connections.
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
     * The server's Receive buffers. The figures are sums over all connections or, if connections share an arena, the
     * arena's final figures.
     *
     * @param mappings         the number of DMA mappings or registrations.
     * @param iovaPages        the number of pages of I/O virtual address space.
     * @param iotlbEntries     the number of IOTLB entries that would cover all buffers; 0 without an IOMMU.
     * @param bytesMapped      the number of mapped bytes.
     * @param bytesWasted      the number of mapped bytes in excess of the peak use.
     * @param receivesPerQueue the number of Receives posted to each connection's own queue, or to each shared queue.
     */
    public record ReceiveBuffers(
            long mappings,
            long iovaPages,
            long iotlbEntries,
            long bytesMapped,
            long bytesWasted,
            int receivesPerQueue) {}

    /**
     * The mean times for which a connection waited for its Receive buffers.
     *
     * @param setupNanos    the time from the connection request until the Receives were posted.
     * @param teardownNanos the time to release the Receive buffers.
     */
    public record BufferTimes(double setupNanos, double teardownNanos) {}

    /**
     * The work that the server executed.
     *
     * @param connectionNanos the CPU time to set up and tear down a connection.
     * @param rpcNanos        the CPU time of an RPC.
     * @param load            the utilization of the server.
     * @param capacity        the maximum connection rate.
     * @param executed        the counts from which the times are computed; not included in JSON.
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
     * @param iotlbHits   the number of IOTLB hits for Receive buffers.
     * @param iotlbMisses the number of IOTLB misses for Receive buffers.
     * @param nicMisses   the cache misses of the server's NIC.
     */
    public record Misses(long iotlbHits, long iotlbMisses, NicMisses nicMisses) {}

    /**
     * Throughput and latency at the clients. Both are null if the server was saturated.
     *
     * @param rpcPerSecond RPCs per second over all connections, from the first call to the last reply.
     * @param latencyNanos the time from a call's start to its reply at the caller.
     */
    public record Rates(Double rpcPerSecond, Latency latencyNanos) {
        static final Rates UNKNOWN = new Rates(null, null);
    }

    /**
     * The messages sent.
     *
     * @param messages     the number of calls and replies.
     * @param payloadBytes the payload bytes in all messages and chunks.
     * @param rnrNaks      the number of RNR NAKs that the server sent because no Receive was posted.
     * @param corruptions  the number of corrupted messages or chunks; null without payload.
     */
    public record Messages(long messages, long payloadBytes, long rnrNaks, Long corruptions) {}

    /** The cache misses of the server's NIC. For a two-level cache, only misses in the first level count. */
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
     * The arrival and departure of connections. A connection is open from the client's first step, including waits,
     * until the server has released all of the connection's resources. The rate and the mean cover the time from the
     * first connection's start to the last connection's end.
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
