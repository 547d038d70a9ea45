// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.MapperFactory;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Tests that a program's comparison produces the same results as the command, and accepts the program's own mapper. */
class ReceiveBufferComparisonTest extends CommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ComparisonSettings.Builder small() {
        return new ComparisonSettings.Builder().echo(20, 4096).connections(4).seeds(3, 2);
    }

    private static ReceiveBufferComparison comparison(final Strategy... strategies) {
        return new ReceiveBufferComparison(small().strategies(strategies).build());
    }

    private static ReceiveBufferComparison own(final MapperFactory mappers) {
        return comparison(Strategy.own("own", mappers));
    }

    @Test
    void shouldHaveTheFiguresOfTheCommand() throws IOException {
        final ComparisonOutcome outcome = new ReceiveBufferComparison(small().build()).run();

        final String written = command("--json", "-");
        assertEquals(JSON.readTree(written), JSON.readTree(outcome.json()));
    }

    @Test
    void shouldPrintWhatTheCommandPrints() {
        final StringWriter printed = new StringWriter();

        new ReceiveBufferComparison(small().build()).run().print(new PrintWriter(printed));

        assertEquals(command(), printed.toString());
    }

    private String command(final String... more) {
        final String small = "compare --workload echo --rpcs 20 --size 4096 --connections 4 --seed 3 --seeds 2";
        assertEquals(ExitCode.DONE, rpcrdma(List.of(small.split(" ")), more), err::toString);
        return out.toString();
    }

    @Test
    void shouldCompareACustomMapperWithOurs() {
        final ComparisonOutcome outcome = comparison(
                        Strategy.PER_BUFFER_DMA,
                        Strategy.SHARD_DMA,
                        Strategy.own("own", (domain, loop) -> new DmaShardMapper(domain)))
                .run();

        assertEquals(
                List.of("per-buffer-dma", "shard-dma", "own"),
                outcome.strategies().stream().map(ComparedStrategy::name).toList());
        final ComparedStrategy ours = outcome.strategy("shard-dma");
        final ComparedStrategy own = outcome.strategy("own");
        assertEquals(ours.mappings(), own.mappings());
        assertEquals(ours.bytesMapped(), own.bytesMapped());
        assertEquals(ours.setupNanos(), own.setupNanos());
        assertEquals(ours.teardownNanos(), own.teardownNanos());
        assertEquals(ours.connectionNanos(), own.connectionNanos());
        assertEquals(ours.receiveBufferNanos(), own.receiveBufferNanos());
        assertEquals(ours.rpcNanos(), own.rpcNanos());
        assertEquals(0, own.corruptions());
        final String usual = "atUsualCosts.connectionNanos.receiveBuffers.total";
        assertTrue(outcome.strategy("per-buffer-dma").figure(usual).low()
                > own.figure(usual).high());
    }

    @Test
    void shouldPrintAnOwnStrategyAsAColumn() {
        final StringWriter printed = new StringWriter();

        comparison(Strategy.SHARD_DMA, Strategy.own("own", (domain, loop) -> new DmaShardMapper(domain)))
                .run()
                .printDetails(new PrintWriter(printed));

        assertTrue(printed.toString().matches("(?s).*dma +own\n.*"), printed.toString());
    }

    @Test
    void shouldEndWithTheReasonIfAnOwnMapperFails() {
        final ReceiveBufferComparison comparison = own((domain, loop) -> shard -> {
            throw new VerbsException(Errno.ENOMEM, "no translation is left");
        });

        final IllegalStateException failure = assertThrows(IllegalStateException.class, comparison::run);

        assertTrue(failure.getMessage().endsWith("; the server: ENOMEM: no translation is left"), failure.getMessage());
    }

    @Test
    void shouldThrowTheExceptionOfACustomMapper() {
        final IllegalArgumentException thrown = new IllegalArgumentException("of the program");
        final ReceiveBufferComparison comparison = own((domain, loop) -> shard -> {
            throw thrown;
        });

        assertSame(thrown, assertThrows(IllegalArgumentException.class, comparison::run));
    }

    @Test
    void shouldReportTheStrategyWhoseFactoryReturnsNoMapper() {
        final ReceiveBufferComparison comparison = own((domain, loop) -> null);

        assertMessage(NullPointerException.class, "factory returned no mapper: strategy=own", comparison::run);
    }

    @Test
    void shouldReportThatACustomMapperReturnedNoMapping() {
        final ReceiveBufferComparison comparison = own((domain, loop) -> shard -> null);

        assertMessage(NullPointerException.class, "mapper returned no mapping", comparison::run);
    }

    /** Such figures used to be added up, which resulted in a median of -170 mappings and an overflowed sum. */
    @ParameterizedTest
    @CsvSource({
        "-5, 65536, 'a mapping''s mappings must be from 1 to 1099511627776: -5'",
        "1, 9223372036854775807, 'a mapping''s bytes must be from 1 to 1099511627776: 9223372036854775807'"
    })
    void shouldRefuseFiguresThatNoMappingHas(final int mappings, final long bytes, final String words) {
        final ReceiveBufferComparison comparison = own((domain, loop) -> shard -> new Claimed(mappings, bytes));

        assertEquals(
                words,
                assertThrows(IllegalArgumentException.class, comparison::run).getMessage());
    }

    private record Claimed(int mappings, long bytes) implements ShardMapping {
        @Override
        public long iova(final int offset) {
            return offset;
        }

        @Override
        public int lkey(final int offset) {
            return 0;
        }

        @Override
        public void syncForCpu(final int offset, final int length) {}

        @Override
        public long pages() {
            return 1;
        }

        @Override
        public void close() {}
    }

    @Test
    void shouldReportTheArgumentThatIsNull() {
        assertNullRefused("settings", () -> new ReceiveBufferComparison(null));
        assertNullRefused("nameOrFile", () -> small().capture(null));
        assertNullRefused("sizes", () -> small().echo(1, null));
        assertNullRefused("thinkTime", () -> small().thinkTime(null));
        assertNullRefused("memory", () -> small().memory(null));
        assertNullRefused("sends", () -> small().sends(null));
        assertNullRefused("machine", () -> small().machine(null));
        assertNullRefused("parameter", () -> small().cost(null, 1));
        assertNullRefused("iommu", () -> small().iommu(null));
        assertNullRefused("label", () -> Strategy.of(null));
        assertNullRefused("name", () -> Strategy.own(null, (domain, loop) -> new DmaShardMapper(domain)));
        assertNullRefused("mappers", () -> Strategy.own("own", null));
    }

    private static void assertNullRefused(final String name, final Executable call) {
        assertEquals(name, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void shouldReadAnyFigureOfTheJson() {
        final ComparedStrategy strategy = comparison(Strategy.SHARD_DMA).run().strategy("shard-dma");

        assertTrue(strategy.figure("latencyNanos.p99").median() > 0);
        assertEquals(strategy.rpcNanos(), strategy.figure("rpcNanos.total"));
        assertMessage(
                IllegalArgumentException.class,
                "no such figure: strategy=shard-dma figure=latencyNanos.p98",
                () -> strategy.figure("latencyNanos.p98"));
        assertThrows(IllegalArgumentException.class, () -> strategy.figure("rpcNanos"));
    }

    @Test
    void shouldReportThatNoCorruptionIsKnownWithoutPayload() {
        final ComparedStrategy strategy = new ReceiveBufferComparison(small().memory(MemoryMode.ADDRESS_ONLY)
                        .strategies(Strategy.SHARD_DMA)
                        .build())
                .run()
                .strategy("shard-dma");

        assertThrows(IllegalStateException.class, strategy::corruptions);
    }

    @Test
    void shouldRefuseAMissingCapture() {
        final ComparisonSettings settings = small().capture("nfs9").build();

        assertTrue(assertThrows(IllegalArgumentException.class, () -> new ReceiveBufferComparison(settings))
                .getMessage()
                .startsWith("nfs9: no such file or bundled capture"));
    }

    @Test
    void shouldRefuseABufferThatTheLargestSendDoesNotFit() {
        final ComparisonSettings settings =
                small().capture("nfs3").bufferSize(1024).build();

        assertMessage(
                IllegalArgumentException.class,
                "bufferSize must be at least the workload's largest Send, 1048 bytes: bufferSize=1024",
                () -> new ReceiveBufferComparison(settings));
    }

    @ParameterizedTest
    @CsvSource({"shard-dma", "''", "two words", "-dash"})
    void shouldRefuseANameThatIsTakenOrUnusable(final String name) {
        assertThrows(
                IllegalArgumentException.class, () -> Strategy.own(name, (domain, loop) -> new DmaShardMapper(domain)));
    }

    @Test
    void shouldRefuseAStrategyThatIsUnknownOrNamedTwice() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Strategy.of("shards"))
                .getMessage()
                .startsWith("no such strategy: label=shards known=per-buffer-dma, "));
        assertThrows(IllegalArgumentException.class, () -> comparison(Strategy.SHARD_DMA, Strategy.of("shard-dma")));
    }
}
