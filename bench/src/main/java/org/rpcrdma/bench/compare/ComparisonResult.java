// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.rpcrdma.bench.console.Hardware;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.MessageSizes.MessageSize;
import org.rpcrdma.nic.cost.MemoryMode;
import org.rpcrdma.nic.cost.NicCache;
import org.rpcrdma.nic.cost.NicCacheStatistics;

/** The result of {@code compare} as JSON; times are virtual, from the cost model. */
@JsonPropertyOrder({
    "version",
    "workload",
    "capture",
    "sizes",
    "connections",
    "arrivals",
    "rpcs",
    "memory",
    "seed",
    "credits",
    "buffers",
    "bufferSize",
    "shardSize",
    "sharedArena",
    "nic",
    "set",
    "iommu",
    "largestLeaf",
    "strategies",
    "answer"
})
public record ComparisonResult(
        String version,
        String workload,
        String capture,
        List<MessageSize> sizes,
        int connections,
        double arrivals,
        int rpcs,
        String memory,
        long seed,
        int credits,
        int buffers,
        int bufferSize,
        int shardSize,
        boolean sharedArena,
        String nic,
        Map<String, Double> set,
        String iommu,
        long largestLeaf,
        List<StrategyResult> strategies,
        List<Savings> answer) {
    static ComparisonResult of(
            final Load load, final ComparisonSettings options, final List<StrategyResult> strategies) {
        final Hardware hardware = options.hardware();
        return new ComparisonResult(
                Version.CURRENT,
                load.label(),
                load instanceof CaptureLoad captured ? captured.title() : null,
                load instanceof EchoLoad echo ? echo.sizes().list() : null,
                options.connections(),
                options.arrivals() == null ? Arrivals.USUAL_RATE : options.arrivals(),
                load.rpcs(),
                options.memory() == MemoryMode.BACKED ? "backed" : "address-only",
                options.seed(),
                options.credits(),
                options.buffers(),
                options.bufferSize(),
                options.shardSize(),
                options.sharedArena(),
                hardware.nic(),
                hardware.settings(),
                hardware.iommuLabel(),
                hardware.largestLeaf(),
                strategies,
                Savings.all(strategies));
    }

    /**
     * One strategy's figures. Mappings, pages, bytes and IOTLB figures are of the server's Receive buffers, totalled
     * over the connections, or the shared arena's at the end; IOTLB entries are those that would hold all the buffers
     * at once, 0 without an IOMMU; set-up and tear-down times are means per connection; corruptions are null if payload
     * was not there to be compared.
     */
    @JsonPropertyOrder({
        "name",
        "mappings",
        "iovaPages",
        "iotlbEntries",
        "bytesMapped",
        "bytesWasted",
        "setupNanos",
        "teardownNanos",
        "iotlbHits",
        "iotlbMisses",
        "nicMisses",
        "rpcPerSecond",
        "latencyNanos",
        "messages",
        "payloadBytes",
        "corruptions",
        "turnover"
    })
    public record StrategyResult(
            String name,
            long mappings,
            long iovaPages,
            long iotlbEntries,
            long bytesMapped,
            long bytesWasted,
            long setupNanos,
            long teardownNanos,
            long iotlbHits,
            long iotlbMisses,
            NicMisses nicMisses,
            double rpcPerSecond,
            Latency latencyNanos,
            long messages,
            long payloadBytes,
            Long corruptions,
            Turnover turnover) {}

    /** Misses of the server's NIC for all its work, in the first level if a cache has two. */
    @JsonPropertyOrder({"queuePairs", "requests", "keys", "translations"})
    record NicMisses(long queuePairs, long requests, long keys, long translations) {
        static NicMisses of(final NicCacheStatistics statistics) {
            return new NicMisses(
                    statistics.misses(NicCache.QPC),
                    statistics.misses(NicCache.SEND_WQE) + statistics.misses(NicCache.RECEIVE_WQE),
                    statistics.misses(NicCache.MPT_L1),
                    statistics.misses(NicCache.MTT_L1));
        }
    }

    /**
     * How connections came and went. A connection is open from when its client begins it, and so while it waits, until
     * the server has given back all that was its; the time is from the first one's beginning to the last one's end. The
     * set-up share is what the server's one processor spent of that time on set-up and tear-down: near 1, nothing else
     * limits the rate.
     */
    @JsonPropertyOrder({"connectionsPerSecond", "meanOpen", "mostOpen", "setupShare"})
    public record Turnover(double connectionsPerSecond, double meanOpen, int mostOpen, double setupShare) {}

    /** Percentiles of the time from a call's start to its reply at the caller. */
    @JsonPropertyOrder({"p50", "p90", "p99", "p999", "p9999", "max"})
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
