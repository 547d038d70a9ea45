// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.compare.ComparisonResult.Latency;
import org.rpcrdma.bench.compare.ComparisonResult.NicMisses;
import org.rpcrdma.bench.compare.ComparisonResult.StrategyResult;
import org.rpcrdma.bench.compare.ComparisonResult.Turnover;

class SavingsTest {
    @Test
    void shouldSayWhatAShardSavesInFigures() {
        final Savings answer = Savings.all(List.of(
                        result("per-buffer-dma", 135, 23_030, 81_000, 6380, 100_000),
                        result("shard-dma", 9, 19_340, 16_200, 6380, 122_000)))
                .get(0);

        assertEquals("shard-dma", answer.strategy());
        assertEquals("per-buffer-dma", answer.baseline());
        assertEquals(126, answer.mappingsSaved());
        assertEquals(3690, answer.setupNanosSaved());
        assertEquals(64_800, answer.teardownNanosSaved());
        assertEquals(0.22, answer.rpcPerSecondChange(), 1e-9);
        assertEquals(0, answer.latencyP50Change());
        assertEquals(
                List.of(
                        "Mappings: 9 instead of 135, 126 less (93.3 %).",
                        "Set-up of a connection: 19.34 us instead of 23.03 us, 3.69 us less (16.0 %). Tear-down: 16.20 us"
                                + " instead of 81.00 us, 64.80 us less (80.0 %).",
                        "IOTLB reach: entries that hold all the buffers: 9 instead of 135, 126 less (93.3 %). IOTLB misses"
                                + " per RPC: 0.366 either way.",
                        "Steady state: an RPC misses as much of the IOTLB and the NIC's tables either way, and costs the same once"
                                + " its connection is set up. Connections' coming and going included: the median RPC's time:"
                                + " 6.38 us either way. RPCs a second: 122,000 instead of 100,000, 22,000 more (22.0 %).",
                        "Memory mapped: 552,960 bytes either way.",
                        "Break-even: none to wait for: it costs nothing in time.",
                        "What it cannot change: Receives of DMA mappings are posted with the local_dma_lkey, for which the"
                                + " NIC looks up neither a key nor a translation. The NIC's own tables see no difference."),
                answer.words());
    }

    @Test
    void shouldNotCallMappingsFreeThatAreMadeAtTheStart() {
        final List<String> words = Savings.all(List.of(
                        result("per-buffer-dma", 135, 23_030, 81_000, 6380, 100_000),
                        result("shared-srq", 4, 0, 0, 6380, 122_000)))
                .get(0)
                .words();
        assertEquals(
                "Set-up and tear-down: all buffers are mapped when the server starts, which is charged to no connection.",
                words.get(1));
        assertTrue(words.get(5).startsWith("Break-even: not told"), words.get(5));
    }

    @Test
    void shouldCompareAShardWithTheSameMappingOfEachBuffer() {
        final List<Savings> answers = Savings.all(List.of(
                result("per-buffer-dma", 135, 1, 1, 1, 1),
                result("shard-dma", 9, 1, 1, 1, 1),
                result("per-buffer-registered", 135, 1, 1, 1, 1),
                result("shard-registered", 9, 1, 1, 1, 1),
                result("shard-fast-registered", 9, 1, 1, 1, 1)));

        assertEquals(
                List.of("per-buffer-dma", "per-buffer-registered", "per-buffer-dma"),
                answers.stream().map(Savings::baseline).toList());
        assertTrue(answers.get(1).words().get(6).startsWith("The NIC's tables: misses"));
        assertEquals(List.of(), Savings.all(List.of(result("shard-dma", 9, 1, 1, 1, 1))));
    }

    /** Of a connection, set-up and tear-down, and of the median RPC: first the baseline's time, then the strategy's. */
    @ParameterizedTest
    @CsvSource({
        "100, 0, 50, 100, 0, 50, NO_DIFFERENCE,",
        "100, 10, 50, 90, 10, 50, AT_ONCE,",
        "100, 10, 50, 100, 10, 49, AT_ONCE,",
        "100, 50, 50, 120, 10, 50, AT_ONCE,",
        "100, 0, 50, 101, 0, 49, FROM, 1",
        "100, 0, 50, 110, 0, 47, FROM, 4",
        "100, 0, 50, 109, 0, 47, FROM, 3",
        "110, 0, 47, 100, 0, 50, UP_TO, 3",
        "100, 0, 50, 110, 0, 50, NEVER,",
        "100, 0, 50, 100, 0, 51, NEVER,",
    })
    void shouldFindTheBreakEven(
            final long setup,
            final long teardown,
            final long median,
            final long newSetup,
            final long newTeardown,
            final long newMedian,
            final BreakEven.Kind kind,
            final Long rpcs) {
        final BreakEven breakEven = BreakEven.of(
                result("per-buffer-dma", 2, setup, teardown, median, 1),
                result("shard-dma", 1, newSetup, newTeardown, newMedian, 1, newMedian == median ? 89 : 80));

        assertEquals(kind, breakEven.kind());
        assertEquals(rpcs, breakEven.rpcs());
        if (rpcs == null) {
            assertNull(breakEven.rpcs());
        }
    }

    /** Connections that are there sooner meet more others: their RPCs wait, and cost no more. */
    @Test
    void shouldNotTakeTheCrowdForTheCostOfAnRpc() {
        final StrategyResult before = result("per-buffer-dma", 2, 100, 100, 50, 1);

        final BreakEven crowd = BreakEven.of(before, result("shard-dma", 1, 90, 9, 60, 1));
        assertEquals(BreakEven.Kind.AT_ONCE, crowd.kind());
        final BreakEven misses = BreakEven.of(before, result("shard-dma", 1, 90, 9, 60, 1, 99));
        assertEquals(BreakEven.Kind.UP_TO, misses.kind());
    }

    private static StrategyResult result(
            final String name,
            final long mappings,
            final long setup,
            final long teardown,
            final long median,
            final double rate) {
        return result(name, mappings, setup, teardown, median, rate, 89);
    }

    private static StrategyResult result(
            final String name,
            final long mappings,
            final long setup,
            final long teardown,
            final long median,
            final double rate,
            final long iotlbMisses) {
        return new StrategyResult(
                name,
                mappings,
                135,
                mappings,
                552_960,
                0,
                setup,
                teardown,
                154,
                iotlbMisses,
                new NicMisses(1, 0, 0, 0),
                rate,
                new Latency(median, median, median, median, median, median),
                486,
                2_173_888,
                0L,
                new Turnover(1, 1, 1, 0));
    }
}
