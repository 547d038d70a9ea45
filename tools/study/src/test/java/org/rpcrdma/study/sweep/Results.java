// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Creates results in the format of a comparison's results. */
final class Results {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Results() {}

    /** Returns the result of a point. Its figures depend on the point's number. */
    static ObjectNode of(final Point point) {
        final ObjectNode result = JSON.createObjectNode();
        final ObjectNode answer = result.putArray("answer").addObject();
        answer.put("strategy", "shard-dma").put("baseline", "per-buffer-dma").put("missesAlike", true);
        final ObjectNode saved = answer.putObject("connectionNanosSaved");
        final int nanos = 126_000 * point.number();
        saved.put("median", nanos).put("low", -nanos).put("high", 2 * nanos);
        answer.put("connectionShareSaved", 0.5).putNull("tracedShareSaved");
        answer.put("verdict", "shard-dma instead of per-buffer-dma: less CPU time at point " + point.number());
        answer.putObject("breakEven").put("kind", "AT_ONCE").putNull("rpcs");
        answer.putArray("words").add("Mappings: fewer.");
        answer.putArray("details").add("What it cannot change: the NIC's tables.");
        strategy(result.withArray("strategies").addObject(), "per-buffer-dma", 135L * point.number());
        strategy(result.withArray("strategies").addObject(), "shard-dma", 9L * point.number());
        return result;
    }

    private static void strategy(final ObjectNode strategy, final String name, final long mappings) {
        strategy.put("name", name).put("mappings", mappings).put("iotlbEntries", mappings);
        strategy.putObject("connectionNanos").put("total", 100_000 + 1000 * mappings);
        strategy.put("bytesMapped", 552_960).put("bytesWasted", 0);
        strategy.put("setupNanos", 23_030 + mappings).put("teardownNanos", 600 * mappings);
        strategy.put("iotlbHits", 154).put("iotlbMisses", 89);
        strategy.putObject("nicMisses")
                .put("queuePairs", 1)
                .put("requests", 2)
                .put("keys", 0)
                .put("translations", 0);
        strategy.put("rpcPerSecond", 98_690.25 + 1 / (double) mappings);
        strategy.putObject("latencyNanos")
                .put("p50", 6380)
                .put("p90", 30_000)
                .put("p99", 99_460)
                .put("p999", 261_500)
                .put("p9999", 261_500)
                .put("max", 261_500);
        strategy.put("messages", 486).put("payloadBytes", 2_173_888).putNull("corruptions");
    }
}
