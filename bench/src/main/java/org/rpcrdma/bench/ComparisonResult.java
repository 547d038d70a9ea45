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
package org.rpcrdma.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/** What {@code compare} found, in the shape of its JSON; times are virtual, from the cost model. */
@JsonPropertyOrder({"capture", "seed", "sharedArena", "strategies"})
record ComparisonResult(String capture, long seed, boolean sharedArena, List<StrategyResult> strategies) {

    /**
     * One strategy's figures. Mappings, pages, bytes and IOTLB figures are of the server's Receive buffers, totalled
     * over the connections, or the shared arena's at the end; set-up and tear-down times are means per connection.
     */
    @JsonPropertyOrder({
        "name",
        "mappings",
        "iovaPages",
        "bytesMapped",
        "bytesWasted",
        "setupNanos",
        "teardownNanos",
        "iotlbHits",
        "iotlbMisses",
        "rpcPerSecond",
        "latencyNanos",
        "messages",
        "payloadBytes",
        "corruptions"
    })
    record StrategyResult(
            String name,
            long mappings,
            long iovaPages,
            long bytesMapped,
            long bytesWasted,
            long setupNanos,
            long teardownNanos,
            long iotlbHits,
            long iotlbMisses,
            double rpcPerSecond,
            Latency latencyNanos,
            long messages,
            long payloadBytes,
            long corruptions) {}

    /** Percentiles of the time from a call's start to its reply at the caller. */
    @JsonPropertyOrder({"p50", "p99", "p999"})
    record Latency(long p50, long p99, long p999) {}
}
