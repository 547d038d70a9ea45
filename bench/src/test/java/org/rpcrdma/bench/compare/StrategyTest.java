// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.Rpcrdma;
import org.rpcrdma.bench.console.ExitCode;

/** The strategies that {@code rpcrdma compare} runs only where they are named. Times are virtual. */
class StrategyTest {
    @Test
    void shouldRegisterOneRegionForAConnection() throws IOException {
        final List<JsonNode> strategies = compare("--strategy", "shard-registered,region-per-connection");

        final JsonNode region = strategies.get(1);
        assertEquals("region-per-connection", region.get("name").asText());
        assertEquals(1, region.get("mappings").asInt());
        assertEquals(1 << 20, region.get("bytesMapped").asInt(), "the next power of two to 135 * 4 KB");
        assertEquals((1 << 20) - 135 * 4096, region.get("bytesWasted").asInt());
        assertEquals(0, region.get("corruptions").asInt());
        assertTrue(setup(region) < setup(strategies.get(0)) / 3, "one key instead of nine: " + strategies);
    }

    /** Without the prefetch the first message ends the connection: clients do not try again. */
    @Test
    void shouldPrefetchBuffersOnDemand() throws IOException {
        final List<JsonNode> strategies = compare("--strategy", "region-per-connection,on-demand");

        final JsonNode onDemand = strategies.get(1);
        assertEquals("on-demand", onDemand.get("name").asText());
        assertEquals(1, onDemand.get("mappings").asInt());
        assertEquals(486, onDemand.get("messages").asInt());
        assertEquals(0, onDemand.get("corruptions").asInt());
        assertTrue(setup(onDemand) < setup(strategies.get(0)), "nothing is pinned: " + strategies);
        assertTrue(setup(onDemand) > 230_000 + 255 * 1200, "a key, and 256 pages that are prefetched: " + strategies);
        assertEquals(160_000, onDemand.get("teardownNanos").asLong(), "the key is destroyed");
    }

    @ParameterizedTest
    @CsvSource({"shard-dma, shared-srq", "shard-registered, shared-srq-registered"})
    void shouldShareReceivesForAQuarterOfTheCredits(final String own, final String sharing) throws IOException {
        final List<JsonNode> strategies = compare("--strategy", own + "," + sharing, "--connections", "8");

        final JsonNode shared = strategies.get(1);
        assertEquals(sharing, shared.get("name").asText());
        assertEquals(8 * 64 / 4 / 16, shared.get("mappings").asInt(), "16 buffers of 4 KB a shard");
        assertEquals(8 * 64 / 4 * 4096, shared.get("bytesMapped").asInt());
        assertEquals(strategies.get(0).get("messages"), shared.get("messages"));
        assertEquals(0, shared.get("corruptions").asInt());
    }

    @ParameterizedTest
    @CsvSource({"SHARED_SRQ, 1, 64", "SHARED_SRQ_REGISTERED, 16, 256", "SHARED_SRQ, 100000, 32768", "SHARD_DMA, 16, 0"})
    void shouldShareReceives(final Strategy strategy, final int connections, final int receives) {
        assertEquals(receives, strategy.sharedReceives(connections, 64, 32_768));
    }

    @ParameterizedTest
    @CsvSource({
        "PER_BUFFER_DMA, 4096, 135, 4096",
        "SHARD_DMA, 4096, 135, 65536",
        "SHARED_SRQ, 4096, 135, 65536",
        "REGION_PER_CONNECTION, 4096, 135, 1048576",
        "REGION_PER_CONNECTION, 4096, 128, 524288",
        "ON_DEMAND, 262144, 65536, 2097152"
    })
    void shouldAllocateAtOnce(final Strategy strategy, final int bufferSize, final int buffers, final int bytes) {
        assertEquals(bytes, strategy.shardSize(bufferSize, buffers, 65_536));
    }

    private static long setup(final JsonNode strategy) {
        return strategy.get("setupNanos").asLong();
    }

    private static List<JsonNode> compare(final String... arguments) throws IOException {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int exit = Rpcrdma.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(Stream.of("compare", "--json", "-"), Stream.of(arguments))
                        .toArray(String[]::new));
        assertEquals(ExitCode.DONE, exit, err::toString);
        final JsonNode strategies = new ObjectMapper().readTree(out.toString()).get("strategies");
        return List.of(strategies.get(0), strategies.get(1));
    }
}
