// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.bench.argument.CompareOptions;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.MemoryMode;

/** Tests that settings have the same defaults as the command and are checked against their limits. */
class ComparisonSettingsTest {
    private static ComparisonSettings.Builder builder() {
        return new ComparisonSettings.Builder();
    }

    @Test
    void shouldHaveTheDefaultsOfTheCommand() {
        assertEquals(CompareOptions.parse().settings(), builder().build());
        assertEquals(
                CompareOptions.parse("--workload=echo").settings(),
                builder().echo(100, 1024).build());
    }

    @Test
    void shouldBeWhatTheCommandLineBuilds() {
        final String line = "--workload echo --rpcs 7 --size 512:1,64K:3 --memory address-only --connections 3"
                + " --shared-receives 12.5% --arrivals at-once --mounted --think-time 20 --processors 2 --threads 4 --credits 8 --buffers 30"
                + " --buffer-size 8K --shard-size 32K --shared-arena --warm-pools --sends arena --seed 9 --seeds 2"
                + " --machine arm --set cpu.dma_map=7 --iommu lazy --strategy shard-dma,page-list";
        final MessageSizes sizes = new MessageSizes(
                List.of(new MessageSizes.MessageSize(512, 1), new MessageSizes.MessageSize(65_536, 3)));
        assertEquals(
                CompareOptions.parse(line.split(" ")).settings(),
                builder()
                        .echo(7, sizes)
                        .memory(MemoryMode.ADDRESS_ONLY)
                        .connections(3)
                        .arrivals(Double.POSITIVE_INFINITY)
                        .mounted(true)
                        .thinkTime(Duration.ofNanos(20_000))
                        .processors(2)
                        .threads(4)
                        .credits(8)
                        .buffers(30)
                        .bufferSize(8192)
                        .shardSize(32_768)
                        .sharedArena(true)
                        .sharedReceives(new SharedDepth(0, 12.5))
                        .warmPools(true)
                        .sends(Sends.ARENA)
                        .seeds(9, 2)
                        .machine("arm")
                        .cost("cpu.dma_map", 7)
                        .iommu(IommuMode.LAZY)
                        .strategies(Strategy.SHARD_DMA, Strategy.PAGE_LIST)
                        .build());
    }

    @Test
    void shouldCountTheConnectionsOfAllClients() {
        final ComparisonSettings site =
                CompareOptions.parse("--clients", "121", "--nconnect", "16").settings();
        assertEquals(builder().clients(121, 16).build(), site);
        assertEquals(1936, site.traffic().connections());
    }

    private static Arguments refused(final String words, final UnaryOperator<ComparisonSettings.Builder> setter) {
        return Arguments.of(words, setter);
    }

    private static Stream<Arguments> unusable() {
        return Stream.of(
                refused("connections must be 1 to 1,000,000: connections=0", s -> s.connections(0)),
                refused("processors must be 1 to 256: processors=257", s -> s.processors(257)),
                refused("threads must be 1 to 16,384: threads=0", s -> s.threads(0)),
                refused("credits must be 1 to 16,384: credits=0", s -> s.credits(0)),
                refused("buffers must be 128, the credits, to 65536: buffers=3", s -> s.buffers(3)),
                refused("bufferSize must be 1,024 to 262,144: bufferSize=0", s -> s.bufferSize(0)),
                refused("bufferSize must be a power of two: bufferSize=5000", s -> s.bufferSize(5000)),
                refused(
                        "bufferSize must not be larger than a shard: bufferSize=131072 shardSize=65536",
                        s -> s.bufferSize(1 << 17)),
                refused("shardSize must be a power of two: shardSize=5000", s -> s.shardSize(5000)),
                refused("shardSize must be 4,096 to 2,097,152: shardSize=2048", s -> s.shardSize(2048)),
                refused("seeds must be 1 to 1,000: seeds=0", s -> s.seeds(1, 0)),
                refused("rpcs must be 1 to 1,000,000: rpcs=0", s -> s.echo(0, 1)),
                refused("size must be 1 to 1,048,576: size=1048577", s -> s.echo(1, (1 << 20) + 1)),
                refused(
                        "arrivals must be 0.001 to 1,000,000,000 per second, or all at once: arrivals=NaN",
                        s -> s.arrivals(Double.NaN)),
                refused(
                        "thinkTime must be 0 to 1,000 seconds: thinkTime=-1 ns",
                        s -> s.thinkTime(Duration.ofNanos(-1))),
                refused("strategies must not be empty", s -> s.strategies()),
                refused("no such cost parameter: name=cpu.nothing", s -> s.cost("cpu.nothing", 1)),
                refused(
                        "memory must be backed to replay a capture, because its bytes are compared; use echo with"
                                + " address-only memory: memory=address-only",
                        s -> s.memory(MemoryMode.ADDRESS_ONLY)));
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void shouldReportTheValueAndItsLimit(final String words, final UnaryOperator<ComparisonSettings.Builder> setter) {
        assertEquals(
                words,
                assertThrows(
                                IllegalArgumentException.class,
                                () -> setter.apply(builder()).build())
                        .getMessage());
    }
}
