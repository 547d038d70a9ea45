// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.compare.Arrivals;
import org.rpcrdma.bench.compare.ComparisonResult.Turnover;
import org.rpcrdma.bench.compare.OpenConnections;
import org.rpcrdma.sim.SeededRandom;

/** {@code rpcrdma compare --arrivals}: connections that come and go. */
class CompareArrivalsTest extends CommandTest {
    @Test
    void shouldBeginAtTheRateWithExponentialGaps() {
        final int count = 20_000;
        final long[] beginnings = Arrivals.atRate(new SeededRandom(3), count, 4000);

        int longer = 0;
        for (int i = 1; i < count; i++) {
            final long gap = beginnings[i] - beginnings[i - 1];
            assertTrue(gap >= 0, "in order: " + gap);
            longer += gap > 500_000 ? 1 : 0;
        }
        assertEquals(count / 4000.0, beginnings[count - 1] / 1e9, 0.15);
        assertEquals(Math.exp(-2), (double) longer / count, 0.01, "gaps of more than twice the mean");
    }

    @Test
    void shouldCountWhoIsOpen() {
        final OpenConnections open = new OpenConnections();
        open.begin(1_000);
        open.begin(2_000);
        open.end(3_000);
        open.begin(3_500);
        open.end(4_000);
        open.end(5_000);

        assertEquals(new Turnover(750_000, 5_500 / 4e3, 2, 0.25), open.turnover(1_000));
    }

    @Test
    void shouldFindTheServerIdleWhereFewCome() throws IOException {
        for (final JsonNode strategy : json("--connections", "40", "--arrivals", "5")) {
            final JsonNode turnover = strategy.get("turnover");
            assertEquals(5, turnover.get("connectionsPerSecond").asDouble(), 2);
            assertTrue(turnover.get("meanOpen").asDouble() < 0.5, strategy.toString());
            assertTrue(turnover.get("setupShare").asDouble() < 0.5, strategy.toString());
            assertEquals(40 * 2 * 3, strategy.get("messages").asInt());
            assertEquals(0, strategy.get("corruptions").asInt());
        }
    }

    @Test
    void shouldFindTheSetUpThatLimitsTheRate() throws IOException {
        final JsonNode strategies = json(
                "--processors",
                "1",
                "--connections",
                "40",
                "--arrivals",
                "1e6",
                "--strategy",
                "per-buffer-registered,shard-registered",
                "--set",
                "cpu.create_qp=0",
                "--set",
                "cpu.connect=0");
        for (final JsonNode strategy : strategies) {
            final JsonNode turnover = strategy.get("turnover");
            final double each = strategy.get("setupNanos").asLong()
                    + strategy.get("teardownNanos").asLong();
            final double share = turnover.get("setupShare").asDouble();
            assertEquals(turnover.get("connectionsPerSecond").asDouble() * each / 1e9, share, 1e-4);
            assertTrue(share > 0.9 && share < 1, "share=" + share);
            assertEquals(40, turnover.get("mostOpen").asInt(), "all wait");
        }
        assertTrue(perSecond(strategies.get(1)) > 5 * perSecond(strategies.get(0)), strategies.toString());
    }

    private static double perSecond(final JsonNode strategy) {
        return strategy.get("turnover").get("connectionsPerSecond").asDouble();
    }

    /** A rate that nobody has asked for decides the result, too. */
    @Test
    void shouldWriteTheRateThatDecidesTheResult() throws IOException {
        assertEquals(20_000, arrivals());
        assertEquals(5, arrivals("--arrivals", "5"));
    }

    private double arrivals(final String... arguments) throws IOException {
        final List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--strategy", "shard-dma", "--json", "-"));
        assertEquals(0, run(all.toArray(String[]::new)), err.toString());
        return new ObjectMapper().readTree(out.toString()).get("arrivals").asDouble();
    }

    @Test
    void shouldPrintTheSameForTheSameSeed() throws IOException {
        final String[] asked = {"--connections", "9", "--arrivals", "20000.5", "--strategy", "shard-dma"};
        assertEquals(0, run(asked), err.toString());
        final String first = out.toString();
        assertTrue(first.contains("9 connections at 20000.5 a second, 64 credits"), first);
        assertTrue(first.contains("completed per second"), first);
        assertEquals(0, run(asked));
        assertEquals(first, out.toString());
    }

    private JsonNode json(final String... arguments) throws IOException {
        final List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--json", "-"));
        assertEquals(0, run(all.toArray(String[]::new)), err.toString());
        return new ObjectMapper().readTree(out.toString()).get("strategies");
    }

    private int run(final String... arguments) {
        return rpcrdma(List.of("compare", "--workload", "echo", "--rpcs", "3"), arguments);
    }
}
