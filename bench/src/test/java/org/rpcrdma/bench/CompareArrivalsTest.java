// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.compare.ArrivalTimes;
import org.rpcrdma.bench.compare.OpenConnections;
import org.rpcrdma.bench.compare.RunResult.Turnover;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Effort;

/** Tests {@code rpcrdma compare --arrivals}, with connections that open and close during the run. */
class CompareArrivalsTest extends CommandTest {
    @Test
    void shouldBeginAtTheRateWithExponentialGaps() {
        final int count = 20_000;
        final long[] beginnings = ArrivalTimes.atRate(new SeededRandom(3), count, 4000);

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
    void shouldCountOpenConnections() {
        final OpenConnections open = new OpenConnections();
        open.begin(1_000);
        open.begin(2_000);
        open.end(3_000);
        open.begin(3_500);
        open.end(4_000);
        open.end(5_000);

        assertEquals(new Turnover(750_000, 5_500 / 4e3, 2, 700), open.turnover(700));
    }

    @Test
    void shouldFindTheServerIdleIfFewCome() throws IOException {
        for (final JsonNode strategy : json("--connections", "40", "--arrivals", "5")) {
            final JsonNode turnover = strategy.get("turnover");
            assertEquals(5, turnover.get("connectionsPerSecond").asDouble(), 2);
            assertTrue(turnover.get("meanOpen").asDouble() < 0.5, strategy.toString());
            assertTrue(processors(strategy, "offered") < 0.05, strategy.toString());
            assertFalse(strategy.at("/load/saturated").asBoolean());
            assertEquals(40 * 2 * 3, strategy.get("messages").asInt());
            assertEquals(0, strategy.get("corruptions").asInt());
        }
    }

    /**
     * If there are few connections, the gaps between them may happen to be short. Even then, the server's work must not
     * exceed the offered load.
     */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"5", "100", "1000"})
    void shouldNotAchieveMoreThanTheOfferedLoad(final String rate) throws IOException {
        for (int seed = 1; seed <= 8; seed++) {
            for (final JsonNode strategy : json("--connections", "4", "--arrivals", rate, "--seed", "" + seed)) {
                final double offered = processors(strategy, "offered");
                assertTrue(processors(strategy, "achieved") <= 1.001 * offered, strategy.toString());
            }
        }
    }

    /** A server that is offered twice its capacity achieves exactly its capacity. */
    @ParameterizedTest
    @CsvSource({"1, per-buffer-dma", "4, per-buffer-dma", "1, shard-dma", "4, shard-dma"})
    void shouldAchieveItsCapacityIfItIsOfferedTwice(final int processors, final String strategy) throws IOException {
        final String line = "--rpcs 1 --memory address-only --set cpu.connect=400000 --set firmware.create_cq=0"
                + " --set firmware.create_qp=0 --set cm.connect=0 --iommu lazy --processors " + processors;
        final String[] asked = line.split(" ");
        final JsonNode calm = json(with(
                        asked, "--strategy", strategy, "--connections", "" + Effort.of(40, 400), "--arrivals", "5"))
                .get(0);
        final double rate = 2 * capacity(calm);
        final String[] more = {"--strategy=" + strategy, "--connections=" + Effort.of(200, 400), "--arrivals=" + rate};
        final JsonNode busy = json(with(asked, more)).get(0);

        assertTrue(busy.at("/load/saturated").asBoolean(), busy.toString());
        assertTrue(processors(busy, "offered") > 1.9, busy.toString());
        assertEquals("processors", limit(busy));
        assertEquals(1, perSecond(busy) / capacity(calm), 0.1, busy.toString());
    }

    /** Processors pass the invalidation queue to each other without leaving it idle. */
    @Test
    void shouldAchieveItsCapacityIfItIsOfferedTwiceWhatItsInvalidationQueueCanDo() throws IOException {
        final JsonNode busy = strict("--processors", "64", "--rpcs", "1", "--arrivals", "25348");

        assertEquals("invalidationQueue", limit(busy));
        assertEquals(25_348, 2 * capacity(busy), 10);
        assertEquals(1, perSecond(busy) / capacity(busy), 0.1, busy.toString());
        assertEquals(1, busy.at("/load/shares/invalidationQueue/achieved").asDouble(), 0.1, busy.toString());
    }

    /** With few processors, a processor that waits for the queue is not available for other work. */
    @Test
    void shouldKeepUpWithItsCapacityWhenProcessorsAreFewAndTheInvalidationQueueLimits() throws IOException {
        final JsonNode busy = strict("--rpcs", "1", "--arrivals", "12674");

        assertEquals("invalidationQueue", limit(busy));
        assertEquals(1, perSecond(busy) / capacity(busy), 0.1, busy.toString());
    }

    private JsonNode strict(final String... more) throws IOException {
        final String asked = "--strategy per-buffer-dma --iommu strict --memory address-only --set cm.connect=0"
                + " --set firmware.create_cq=0 --set firmware.create_qp=0 --connections " + Effort.of(250, 500);
        return json(with(asked.split(" "), more)).get(0);
    }

    /**
     * RPCs that waited for other connections' work used to take less time with shards at one rate, but not at another.
     */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"arm, 'per-buffer-dma,shard-dma-as-posted', NO_DIFFERENCE", "intel, 'page-list,scattered-dma', AT_ONCE"
    })
    void shouldReportTheSameOfAnRpcAtAnyRateBelowSaturation(final String machine, final String pair, final String kind)
            throws IOException {
        final Set<String> kinds = new TreeSet<>();
        for (final String rate : new String[] {"100", "1000"}) {
            final List<String> asked = List.of("compare", "--machine", machine, "--strategy", pair, "--seeds", "3");
            assertEquals(0, rpcrdma(asked, "--arrivals", rate, "--json", "-"), err.toString());
            final JsonNode answer =
                    new ObjectMapper().readTree(out.toString()).get("answer").get(0);
            kinds.add(answer.at("/breakEven/kind").asText() + ", saved an RPC: " + answer.get("rpcNanosSaved"));
        }

        assertEquals(Set.of(kind + ", saved an RPC: 0"), kinds);
    }

    /** The server's work per connection does not depend on the number of other connections. */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"lazy", "strict", "off"})
    void shouldPrintTheSameCapacityAtAnyRate(final String iommu) throws IOException {
        final String[] asked = {"--iommu", iommu, "--connections", "150", "--memory", "address-only"};
        final JsonNode calm = json(with(asked, "--arrivals", "100"));
        for (final String rate : new String[] {"1000", "20000", "50000"}) {
            final JsonNode busy = json(with(asked, "--arrivals", rate));
            for (int i = 0; i < calm.size(); i++) {
                assertEquals(limit(calm.get(i)), limit(busy.get(i)), rate);
                assertEquals(1, capacity(busy.get(i)) / capacity(calm.get(i)), 0.002, rate + ": " + busy.get(i));
            }
        }
    }

    /**
     * Linux's work for buffers is charged per connection, regardless of the number of connections that a processor has
     * already served.
     */
    @Test
    void shouldChargeTheSameToEachOfManyConnections() throws IOException {
        final Set<String> charged = new TreeSet<>();
        for (final String connections : new String[] {"16", "17", "64"}) {
            final String line = "--strategy per-buffer-dma,shard-dma,shard-dma-as-posted --seeds 1"
                    + " --memory address-only --connections " + connections;
            final JsonNode strategies = result(line.split(" ")).get("strategies");
            strategies.forEach(strategy -> charged.add(strategy.get("name").asText() + ": "
                    + strategy.at("/atUsualCosts/connectionNanos/receiveBuffers/work/cpu.receive_context")
                    + ", " + strategy.at("/atUsualCosts/connectionNanos/receiveBuffers/work/cpu.bit_test")));
        }
        assertEquals(3, charged.size(), charged.toString());
    }

    /**
     * If a host has been up for some time, the first connections obtain their IOVAs from the same place as later
     * connections.
     */
    @Test
    void shouldSaveAsMuchPerConnectionWhetherFewOrManyCome() throws IOException {
        final double few = median(saved("--connections", "16", "--seeds", "3"));
        for (final String connections : new String[] {"64", "200"}) {
            final double many = median(saved("--connections", connections, "--seeds", "1"));
            assertEquals(1, many / few, 0.005, connections);
        }
    }

    /** Five seeds have the same range as fifteen other seeds, to within half a percent of the median. */
    @Tag("long")
    @Test
    void shouldPrintTheRangeThatOtherSeedsAreIn() throws IOException {
        final JsonNode five = saved("--connections", "16", "--seeds", "5");
        final JsonNode others = saved("--connections", "16", "--seed", "6", "--seeds", "15");
        final double little = 0.005 * median(five);

        assertEquals(five.get("low").asDouble(), others.get("low").asDouble(), little);
        assertEquals(five.get("high").asDouble(), others.get("high").asDouble(), little);
    }

    private JsonNode saved(final String... more) throws IOException {
        return result(with(more, "--memory", "address-only")).at("/answer/0/connectionNanosSaved");
    }

    private static double capacity(final JsonNode strategy) {
        return strategy.at("/capacity/connectionsPerSecond").asDouble();
    }

    private static String limit(final JsonNode strategy) {
        return strategy.at("/capacity/limit").asText();
    }

    private static double processors(final JsonNode strategy, final String share) {
        return strategy.at("/load/shares/processors/" + share).asDouble();
    }

    private static double perSecond(final JsonNode strategy) {
        return strategy.get("turnover").get("connectionsPerSecond").asDouble();
    }

    /** Times in a backlog are not reported as latencies, because they grow with the length of the run. */
    @Test
    void shouldPrintNoLatencyOfASaturatedServer() throws IOException {
        final String[] asked = "--connections 200 --processors 1 --arrivals 1e6 --strategy shard-dma".split(" ");
        final JsonNode strategy = json(asked).get(0);

        assertTrue(strategy.at("/load/saturated").asBoolean(), strategy.toString());
        assertTrue(strategy.get("latencyNanos").isNull(), strategy.toString());
        assertTrue(strategy.get("rpcPerSecond").isNull(), strategy.toString());
        assertEquals(0, run(with(asked, "--details", "--seeds", "" + Effort.of(1, 5))), err.toString());
        final String row = out.toString()
                .lines()
                .filter(line -> line.contains("latency p50"))
                .findFirst()
                .orElseThrow();
        assertTrue(row.endsWith("saturated"), row);
    }

    /** Below its capacity, a server has the same latency at every rate. The rate alone used to cause a difference. */
    @Test
    void shouldFindNoDifferenceAtARateThatBothStrategiesKeepUpWith() throws IOException {
        final JsonNode answer = result("--connections", "40", "--arrivals", "2000", "--seeds", "3")
                .get("answer")
                .get(0);

        assertTrue(median(answer.get("connectionNanosSaved")) != 0, answer.toString());
        assertEquals(0, median(answer.get("latencyP50Change")), 0.02, answer.toString());
        assertEquals(0, median(answer.get("rpcPerSecondChange")), 0.02, answer.toString());
    }

    private static double median(final JsonNode figure) {
        return figure.isObject() ? figure.get("median").asDouble() : figure.asDouble();
    }

    @Test
    void shouldReportTheTimeForAllToReconnect() throws IOException {
        final JsonNode result = result("--connections", "64", "--arrivals", "at-once", "--seeds", "" + Effort.of(1, 5));
        final JsonNode strategy = result.get("strategies").get(0);

        assertTrue(result.get("arrivals").isNull());
        assertEquals(64, strategy.at("/turnover/mostOpen").asInt());
        assertTrue(median(strategy.at("/turnover/connectedNanos")) > 0, strategy.toString());
        assertTrue(strategy.at("/load/saturated").asBoolean());
        assertTrue(strategy.at("/load/shares/processors/offered").isNull());
    }

    /** No mount opens or closes while mounts make calls, so all processor time is spent on calls. */
    @Test
    void shouldHoldMountsUntilAllHaveCalled() throws IOException {
        final JsonNode result = result("--connections", "64", "--mounted", "--seeds", "1");
        final JsonNode strategy = result.get("strategies").get(0);

        assertTrue(result.get("mounted").asBoolean());
        assertEquals(64, strategy.at("/turnover/mostOpen").asInt());
        assertEquals(64 * 2 * 3, strategy.get("messages").asInt());
        assertTrue(strategy.at("/load/shares/processors/offered").isNull());
        assertTrue(processors(strategy, "achieved") > 0.5, "all call at once: " + strategy);
    }

    /** Mounts are idle for a minute before they close. The row for connections per second would therefore show 0. */
    @Test
    void shouldPrintNoConnectionsPerSecondForMounts() {
        assertEquals(0, run("--connections", "2", "--mounted", "--seeds", "1", "--details"), err.toString());
        assertFalse(out.toString().contains("connections completed per second"), out.toString());
        assertTrue(out.toString().contains("connections open, maximum"), out.toString());
    }

    @Test
    void shouldCallAsRarelyAsIdleMountsDo() throws IOException {
        final JsonNode result =
                result("--connections", "40", "--mounted", "--think-time", "10000", "--rpcs", "20", "--seeds", "1");
        final JsonNode strategy = result.get("strategies").get(0);

        assertEquals(10_000_000, result.get("thinkNanos").asLong());
        // Each mount has four calls in flight, with pauses of 10 ms. Fewer mounts remain towards the end of a run.
        final double rate = strategy.get("rpcPerSecond").asDouble();
        assertTrue(rate > 5_000 && rate < 17_000, "rate=" + rate);
        assertTrue(processors(strategy, "achieved") < 0.05, strategy.toString());
    }

    /** The default rate is also printed. */
    @Test
    void shouldPrintTheRate() throws IOException {
        final String seeds = "--seeds=" + Effort.of(1, 5);
        assertEquals(1000, result(seeds).get("arrivals").asDouble());
        assertEquals(5, result("--arrivals", "5", seeds).get("arrivals").asDouble());
        assertEquals(0, run("--connections", "3", "--details"), err.toString());
        assertTrue(out.toString().contains("3 connections, 1000 per second (exponential gaps)"), out.toString());
    }

    @Test
    void shouldPrintTheSameForTheSameSeeds() {
        final String[] asked = {"--connections", "9", "--arrivals", "20000.5", "--seeds", "3", "--details"};
        assertEquals(0, run(asked), err.toString());
        final String first = out.toString();
        assertTrue(
                first.replaceAll("\\s+", " ")
                        .contains("9 connections, 20000.5 per second (exponential gaps); seeds 1 to 3"),
                first);
        assertEquals(0, run(asked));
        assertEquals(first, out.toString());
    }

    private JsonNode json(final String... arguments) throws IOException {
        return result(with(arguments, "--seeds", "1")).get("strategies");
    }

    private JsonNode result(final String... arguments) throws IOException {
        assertEquals(0, run(with(arguments, "--json", "-")), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    /** Runs the command with three RPCs unless the arguments specify a different number. */
    private int run(final String... arguments) {
        final List<String> own = List.of(arguments).contains("--rpcs") ? List.of() : List.of("--rpcs", "3");
        final List<String> all = new ArrayList<>(List.of("compare", "--workload", "echo"));
        all.addAll(own);
        return rpcrdma(all, arguments);
    }
}
