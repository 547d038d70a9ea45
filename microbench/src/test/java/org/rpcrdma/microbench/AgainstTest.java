// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.Microbenchmarks.Compared;

class AgainstTest {
    private static final String OLD = result("EchoRpc.calls", "4068", "1400, 1410, 1390") + ","
            + result("EchoRpc.calls", "4096", "2000, 1900, 2300");
    private static final String NEW = result("EchoRpc.calls", "4068", "980, 990, 1000") + ","
            + result("EchoRpc.calls", "4096", "1950, 1800, 2000") + "," + result("EchoRpc.more", "4096", "5, 5, 5");

    private final JmhMicrobenchmarks benchmarks = new JmhMicrobenchmarks();

    @Test
    void shouldPutOldBesideNewAndSayIfTheForksOverlap() throws IOException {
        final List<Compared> compared = benchmarks.against("[" + NEW + "]", "[" + OLD + "]");

        assertEquals(
                List.of(
                        new Compared("EchoRpc.calls (messageBytes=4068)", 1400, 990, "ns/op", true),
                        new Compared("EchoRpc.calls (messageBytes=4096)", 2000, 1950, "ns/op", false)),
                compared);
    }

    @Test
    void shouldReadAPageAsItReadsResults() throws IOException {
        final String page = benchmarks.page("[" + OLD + "]", "");

        assertEquals(benchmarks.against("[" + NEW + "]", "[" + OLD + "]"), benchmarks.against("[" + NEW + "]", page));
    }

    /** Each fork has one iteration. */
    private static String result(final String name, final String messageBytes, final String forks) {
        return "{\"benchmark\": \"org.rpcrdma.microbench." + name + "\", \"params\": {\"messageBytes\": \""
                + messageBytes + "\"}, \"primaryMetric\": {\"scoreUnit\": \"ns/op\", \"rawData\": [["
                + forks.replace(", ", "], [") + "]]}}";
    }
}
