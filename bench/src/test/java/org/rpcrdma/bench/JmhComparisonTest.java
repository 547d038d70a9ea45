// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.Microbenchmarks.Compared;

class JmhComparisonTest {
    @Test
    void shouldPrintOldBesideNewWithTheirRatioAndIfItIsBeyondTheSpread() {
        final StringWriter out = new StringWriter();

        new JmhComparison(List.of(
                        new Compared("EchoRpc.calls (messageBytes=4068)", 1400, 980, "ns/op", true),
                        new Compared("ArenaHold.arena", 8.1, 8.3, "ns/op", false)))
                .print(new PrintWriter(out));

        assertEquals(
                List.of(
                        "benchmark                              old    new   unit  ratio  spread",
                        "EchoRpc.calls (messageBytes=4068)  1,400.0  980.0  ns/op   0.70  beyond",
                        "ArenaHold.arena                        8.1    8.3  ns/op   1.02  within"),
                out.toString().lines().toList());
    }
}
