// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.compare.RunResult.Latency;
import org.rpcrdma.bench.compare.RunResult.NicMisses;
import org.rpcrdma.bench.compare.RunResult.Turnover;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

class SavingsTest {
    private static final int CONNECTIONS = 10;

    private static final int RPCS = 243;

    /** A doorbell takes one nanosecond, so the number of doorbells determines the time of a run. */
    private static final ComparisonSettings SETTINGS =
            settings().connections(CONNECTIONS).build();

    private static final Sheet SHEET = Sheet.of(SETTINGS.hardware().costs());

    private static ComparisonSettings.Builder settings() {
        return new ComparisonSettings.Builder()
                .echo(100, 1024)
                .credits(100)
                .bufferSize(4096)
                .cost("cpu.doorbell", 1);
    }

    @Test
    void shouldReportFirstWhatAShardSavesAndCosts() {
        final Savings answer = only(
                result("per-buffer-dma", run(2630, 700, 200, 14, 100, 89), run(2630, 700, 202, 14, 90, 89)),
                result("shard-dma", run(170, 700, 60, 14, 101, 89), run(170, 700, 61, 14, 89, 89)));

        assertEquals("shard-dma", answer.strategy());
        assertEquals("per-buffer-dma", answer.baseline());
        assertEquals(new Spread(2460, 2460, 2460), answer.memory().mappingsSaved());
        assertEquals(140_500, answer.times().connectionNanosSaved().median(), 1e-6);
        assertEquals(
                "shard-dma instead of per-buffer-dma: connection set-up and tear-down take 140.50 us less CPU time,"
                        + " 15.6 %.",
                answer.verdict());
        assertEquals(
                List.of(
                        "Connection set-up and tear-down: 760.50 us of CPU time instead of 901.00 us; of Receive"
                                + " buffers 60.50 us instead of 201.00 us.",
                        "Waits, not included: spinning for the IOMMU and locks 0.00 us instead of 0.00 us; for firmware"
                                + " 0.00 us either way, for the peer 0.00 us either way.",
                        "An RPC: no difference: 14.00 us of CPU time.",
                        "Receive buffers per connection: 17 mappings of 4,096 bytes instead of 263 mappings of 4,096"
                                + " bytes; 1,007,616 bytes less pinned.",
                        "Capacity at default costs, connections per second: 20,000 (limit: zone lock) instead of"
                                + " 20,000 (limit: zone lock). Above this rate, processors spin and complete fewer"
                                + " connections."),
                answer.words());
        assertTrue(
                answer.details()
                        .contains("Median latency: no difference (95.00 us (90.00..100.00)); RPCs per second:"
                                + " no difference."),
                answer.details().toString());
        assertTrue(answer.details().get(answer.details().size() - 1).contains("local_dma_lkey"));
    }

    /** The median changed by -14.6 to +26.4 % over eight seeds, which is due to chance. */
    @Test
    void shouldCallNoDifferenceWhatLiesWithinTheRange() {
        final Savings chance = only(
                result("per-buffer-dma", run(1, 1, 1, 1, 100, 1), run(1, 1, 1, 1, 100, 1), run(1, 1, 1, 1, 100, 1)),
                result("shard-dma", run(1, 1, 1, 1, 126, 1), run(1, 1, 1, 1, 85, 1), run(1, 1, 1, 1, 106, 1)));
        assertTrue(chance.rates().latencyP50Change().isNoDifference());
        assertEquals("no difference", SpreadText.changed(chance.rates().latencyP50Change()));

        final Savings sure = only(
                result("per-buffer-dma", run(1, 1, 1, 1, 100, 1), run(1, 1, 1, 1, 200, 1)),
                result("shard-dma", run(1, 1, 1, 1, 105, 1), run(1, 1, 1, 1, 208, 1)));
        assertEquals(
                "4.5 (4.0..5.0) % more", SpreadText.changed(sure.rates().latencyP50Change()), "of the same seed each");
    }

    /** The columns contain the microseconds of a connection's queues and the microseconds of an RPC. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100 | 10 | connection set-up and tear-down take the same CPU time.",
                "90 | 10 | connection set-up and tear-down take 10.00 us less CPU time, 10.0 %.",
                "99.1 | 9.99 | connection set-up and tear-down take 0.90 us less CPU time, 0.9 %.",
                "90 | 9 | connection set-up and tear-down take 10.00 us less CPU time, 10.0 %; an RPC takes 1.00 us"
                        + " less CPU time.",
                "1500 | 10 | connection set-up and tear-down take 1.40 ms more CPU time, 1400.0 %.",
            })
    void shouldReportInTheFirstLineWhatToDo(final double queues, final double rpc, final String verdict) {
        final Savings answer = only(
                result("per-buffer-dma", run(10, 100, 0, 10, 1, 1)),
                result("shard-dma", run(10, queues, 0, rpc, 1, 1)));

        assertEquals("shard-dma instead of per-buffer-dma: " + verdict, answer.verdict());
    }

    @Test
    void shouldCountOneMappingAndMemoryThatAllShare() {
        assertEquals(
                "Receive buffers per connection: 1 mapping of 4,096 bytes instead of 2 mappings of 4,096 bytes; 4,096"
                        + " bytes less pinned.",
                only(result("per-buffer-dma", run(20, 1, 1, 1, 1, 1)), result("shard-dma", run(10, 1, 1, 1, 1, 1)))
                        .words()
                        .get(3));
        assertEquals(
                "Receive buffers of all connections: 1 mapping of 4,096 bytes instead of 20 mappings of 4,096 bytes;"
                        + " 77,824 bytes less pinned.",
                only(result("shard-dma", run(20, 1, 1, 1, 1, 1)), result("shared-srq", run(1, 1, 1, 1, 1, 1)))
                        .words()
                        .get(3));
        assertTrue(only(result("shard-dma", run(20, 1, 1, 1, 1, 1)), result("scattered-dma", run(20, 1, 1, 1, 1, 1)))
                .words()
                .get(3)
                .endsWith("; as much pinned."));
    }

    @Test
    void shouldReportTimesThatMicrosecondsWouldHide() {
        assertEquals("4.00 ns (3.00..5.00)", SpreadText.time(new Spread(4, 3, 5)));
        assertEquals("0.10 us", SpreadText.time(Spread.of(100)));
    }

    @Test
    void shouldReportNoRatesIfOneOfTheTwoIsSaturated() {
        final Savings answer = only(
                result("per-buffer-dma", saturated(run(1, 1, 1, 1, 100, 1))),
                result("shard-dma", run(1, 1, 1, 1, 126, 1)));

        assertNull(answer.rates().latencyP50Change());
        assertNull(answer.rates().rpcPerSecondChange());
        assertEquals(
                "Saturated with per-buffer-dma (zone lock): latency and rate are not reported.",
                answer.words().get(5));
    }

    /**
     * The first line describes set-up and tear-down. The saving is 15.6 % of 900 us, but a smaller share of the total
     * with 24.3 RPCs of 14 us.
     */
    @Test
    void shouldReportWhatIsSavedInAllWithAConnectionsRpcs() {
        final List<String> details = only(
                        result("per-buffer-dma", run(2630, 700, 200, 14, 100, 89)),
                        result("shard-dma", run(170, 700, 60, 14, 100, 89)))
                .details();

        assertEquals(
                "With its 24 RPCs, a connection takes 11.3 % less CPU time in all.", details.get(details.size() - 2));
    }

    /** A backlog of calls needs fewer wake-ups. At one rate, an RPC took 3.6 % less time with shards. */
    @Test
    void shouldNotCompareAnRpcIfOneOfTheTwoIsSaturated() {
        final Savings answer = only(
                result("per-buffer-dma", saturated(run(10, 100, 0, 10, 1, 1))),
                result("shard-dma", run(10, 90, 0, 9, 1, 1)));

        assertNull(answer.times().rpcNanosSaved());
        assertEquals(
                "shard-dma instead of per-buffer-dma: connection set-up and tear-down take 10.00 us less CPU time,"
                        + " 10.0 %.",
                answer.verdict());
        assertEquals(
                "An RPC: 9.00 us of CPU time instead of 10.00 us, not compared: a backlog is served in batches.",
                answer.words().get(2));
    }

    @Test
    void shouldCompareWithTheFirstStrategyWhatHasNoPeer() {
        assertEquals(
                List.of("per-buffer-fast-registered instead of per-buffer-dma"),
                pairs("per-buffer-dma", "per-buffer-fast-registered"));
        assertEquals(List.of("per-buffer-dma instead of page-list"), pairs("page-list", "per-buffer-dma"));
        assertEquals(
                List.of("per-buffer-dma instead of shared-srq", "shard-dma instead of per-buffer-dma"),
                pairs("shared-srq", "per-buffer-dma", "shard-dma"));
    }

    @Test
    void shouldComparePairsOnceInWhateverOrderTheyAreListed() {
        final List<String> pair = List.of("shard-dma instead of per-buffer-dma");

        assertEquals(pair, pairs("per-buffer-dma", "shard-dma"));
        assertEquals(pair, pairs("shard-dma", "per-buffer-dma"));
    }

    private static List<String> pairs(final String... strategies) {
        final RunResult run = run(1, 1, 1, 1, 1, 1);
        return Savings.all(
                        Arrays.stream(strategies).map(name -> result(name, run)).toList(), SETTINGS)
                .stream()
                .map(answer -> answer.strategy() + " instead of " + answer.baseline())
                .toList();
    }

    @Test
    void shouldCompareAShardWithTheSameMappingOfEachBuffer() {
        final RunResult run = run(1, 1, 1, 1, 1, 1);
        final List<Savings> answers = Savings.all(
                List.of(
                        result("per-buffer-dma", run),
                        result("shard-dma", run),
                        result("per-buffer-registered", run),
                        result("shard-registered", run),
                        result("shard-fast-registered", run)),
                SETTINGS);

        assertEquals(
                List.of("per-buffer-dma", "per-buffer-dma", "per-buffer-registered", "per-buffer-dma"),
                answers.stream().map(Savings::baseline).toList());
        assertTrue(answers.get(2).details().get(2).startsWith("The NIC's tables: misses"));
        assertEquals(List.of(), Savings.all(List.of(result("shard-dma", run)), SETTINGS));
    }

    /**
     * The columns contain the CPU time saved per connection and the CPU time saved per RPC, which are negative for an
     * increase.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 0, NO_DIFFERENCE,",
        "10, 0, AT_ONCE,",
        "0, 1, AT_ONCE,",
        "-1, 2, FROM, 1",
        "-10, 3, FROM, 4",
        "-9, 3, FROM, 3",
        "10, -3, UP_TO, 3",
        "-10, 0, NEVER,",
        "0, -1, NEVER,",
    })
    void shouldFindTheBreakEven(final double connection, final double rpc, final BreakEven.Kind kind, final Long rpcs) {
        final BreakEven breakEven = BreakEven.of(Spread.of(connection), Spread.of(rpc));

        assertEquals(kind, breakEven.kind());
        assertEquals(rpcs, breakEven.rpcs());
    }

    @Test
    void shouldNotBreakEvenByChance() {
        assertEquals(
                BreakEven.Kind.AT_ONCE,
                BreakEven.of(Spread.of(10, 11), Spread.of(-1, 1)).kind());
    }

    /** F16: for mounts, the first line describes their calls. */
    @Test
    void shouldBeginWithCallsIfMountsStay() {
        final List<StrategyResult> results = List.of(
                result("per-buffer-dma", run(10, 100, 0, 10, 1, 1)), result("shard-dma", run(10, 90, 0, 10, 1, 1)));

        assertEquals(
                "While mounts stay, shard-dma instead of per-buffer-dma: no difference in an RPC's CPU time. Once,"
                        + " connection set-up and tear-down take 10.00 us less CPU time, 10.0 %.",
                Savings.all(results, settings().mounted(true).build()).get(0).verdict());
    }

    @Test
    void shouldNeverCountNegativeWork() {
        final double[] counted = new double[CostParameter.charged()];
        counted[CostParameter.PAGE_ALLOC_FAILED.ordinal()] = 100;
        final double[] added = new double[counted.length];
        added[CostParameter.INVALIDATION.ordinal()] = 1;
        final Sheet none = Sheet.of(SETTINGS.hardware().costs().with("memory.compacted", 0));

        final double[] work = new SmallerBlocks(0.01, added).work(counted, none);

        assertArrayEquals(counted, work);
    }

    /** F8, F10: all costs are drawn jointly around their defaults, and a rare cost contributes its mean. */
    @Test
    void shouldPriceByDrawsAndByMeans() {
        final CostModel costs = CostModel.defaults();
        final double[] locks = new double[CostParameter.charged()];
        locks[CostParameter.COMPACTION.ordinal()] = 17;
        final Sheet rare = Sheet.of(costs.with("memory.compacted", 0.002));
        assertEquals(17 * 0.002 * 200_000, rare.processor(locks), 1e-6);
        locks[CostParameter.PAGE_ALLOC_FAILED.ordinal()] = 33;
        assertEquals(17 * 0.002 * 200_000 + 33 * 0.002 * 500, rare.processor(locks), 1e-6);
        final Draws draws = new Draws(costs);
        assertEquals(draws.drawn(), new Draws(costs).drawn());
        for (final CostParameter parameter : draws.drawn()) {
            final Spread drawn = draws.interval(sheet -> sheet.get(parameter));
            assertEquals(costs.get(parameter), drawn.median(), 0.05 * costs.get(parameter), parameter.parameterName());
            assertTrue(costs.low(parameter) <= drawn.low() && drawn.high() <= costs.high(parameter));
            assertTrue(drawn.low() < drawn.median() || costs.low(parameter) == costs.get(parameter));
        }
    }

    private static Savings only(final StrategyResult baseline, final StrategyResult strategy) {
        return Savings.all(List.of(baseline, strategy), SETTINGS).get(0);
    }

    private static StrategyResult result(final String name, final RunResult... runs) {
        return new StrategyResult(
                StrategyPlan.of(Strategy.of(name)),
                Arrays.asList(runs),
                new Draws(CostModel.defaults()),
                SmallerBlocks.NONE);
    }

    private static RunResult saturated(final RunResult run) {
        final RunResult.Costs costs = run.costs();
        return new RunResult(
                run.buffers(),
                run.sends(),
                run.times(),
                new RunResult.Costs(
                        costs.connectionNanos(), costs.rpcNanos(), load(1.2), costs.capacity(), costs.executed()),
                run.misses(),
                RunResult.Rates.UNKNOWN,
                run.messages(),
                run.turnover());
    }

    private static ServerLoad load(final double offered) {
        final Map<String, ServerLoad.Share> shares = new LinkedHashMap<>();
        shares.put("processors", new ServerLoad.Share(0.1, 0.1));
        shares.put("zoneLock", new ServerLoad.Share(offered, 0.1));
        return new ServerLoad(shares, false, offered >= 0.95);
    }

    private static double[] doorbells(final double micros) {
        final double[] executed = new double[CostParameter.charged()];
        executed[CostParameter.DOORBELL.ordinal()] = Math.round(micros * 1e3);
        return executed;
    }

    /**
     * Returns a result with the given number of mappings over all connections, and the microseconds of queues, Receive
     * buffers, an RPC and the median latency.
     */
    private static RunResult run(
            final long mappings,
            final double queues,
            final double buffers,
            final double rpc,
            final long median,
            final long iotlbMisses) {
        final long latency = median * 1000;
        final Executed executed = new Executed(
                doorbells(queues * CONNECTIONS),
                doorbells(buffers * CONNECTIONS),
                doorbells(rpc * RPCS),
                CONNECTIONS,
                RPCS,
                0,
                SmallerBlocks.NONE);
        return new RunResult(
                new RunResult.ReceiveBuffers(mappings, 135, mappings, mappings * 4096, 0, 128),
                new SendBufferMemory(0, null),
                new RunResult.BufferTimes(1, 1),
                new RunResult.Costs(
                        ConnectionTime.of(executed, SHEET),
                        WorkTime.of(executed.calls(), SHEET, RPCS),
                        load(0.1),
                        new Capacity(20_000, "zoneLock"),
                        executed),
                new RunResult.Misses(154, iotlbMisses, new NicMisses(1, 0, 0, 0)),
                new RunResult.Rates(1e9 / latency, new Latency(latency, latency, latency, latency, latency, latency)),
                new RunResult.Messages(486, 2_173_888, 0, 0L),
                new Turnover(1, 1, 1, 0));
    }
}
