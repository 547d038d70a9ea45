/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code rpcrdma compare --device}, on a stand-in for a device of this host. */
class CompareDeviceTest {
    private static final List<String> LACKED = List.of(
            "per-buffer-dma",
            "shard-dma",
            "per-buffer-fast-registered",
            "shard-fast-registered",
            "on-demand",
            "shared-srq");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(ints = {1024, 9001})
    void shouldRunWhatTheDeviceHasAndListWhatItLacks(final int size) throws IOException {
        final JsonNode result = json("--connections", "3", "--rpcs", "9", "--credits", "8", "--size", "" + size);

        assertEquals(StandInProvider.NAME, result.get("device").asText());
        assertEquals("rxe", result.get("personality").asText());
        assertEquals(Strategy.values().length, result.get("strategies").size());
        for (final JsonNode strategy : result.get("strategies")) {
            final boolean isLacked = LACKED.contains(strategy.get("name").asText());
            assertEquals(isLacked, strategy.get("real").isNull(), strategy.toString());
            assertEquals(isLacked ? "EOPNOTSUPP" : "null", strategy.get("errno").asText());
            assertEquals(!isLacked, strategy.get("reason").isNull(), strategy.toString());
            if (!isLacked) {
                assertEquals(0, strategy.get("real").get("corruptions").asInt());
                assertTrue(strategy.get("real").get("rpcPerSecond").asDouble() > 0);
                final boolean isShared = strategy.get("name").asText().startsWith("shared");
                assertTrue(strategy.get("real")
                                .get(isShared ? "sharedTeardownNanos" : "teardownNanos")
                                .asLong()
                        > 0);
            }
        }
    }

    @Test
    void shouldCountTheRegionsOfEachStrategy() throws IOException {
        final JsonNode result = json("--connections", "2", "--rpcs", "5", "--credits", "16", "--shard-size", "16K");
        // 2 x 16 + 7 buffers of 4 KB a connection: 4 a shard, and in one region the next power of two.
        assertRegions(result, "per-buffer-registered", 2 * 39, 2 * 39 * 4096);
        assertRegions(result, "shard-registered", 2 * 10, 2 * 10 * 16384);
        assertRegions(result, "region-per-connection", 2, 2 * 64 * 4096);
        // All share the Receives of one connection's credits.
        assertRegions(result, "shared-srq-registered", 4, 16 * 4096);
    }

    @Test
    void shouldTellWhatSharedBuffersTakeToSetUpFromWhatAConnectionTakes() throws IOException {
        final JsonNode result =
                json("--connections", "2", "--rpcs", "5", "--strategy", "shard-registered,shared-srq-registered");
        for (final String kind : List.of("real", "predicted")) {
            final JsonNode own = named(result, "shard-registered").get(kind);
            final JsonNode shared = named(result, "shared-srq-registered").get(kind);
            assertEquals(0, own.get("sharedSetupNanos").asLong());
            assertEquals(0, own.get("sharedTeardownNanos").asLong());
            assertTrue(shared.get("setupNanos").asLong() < own.get("setupNanos").asLong() / 100, result.toString());
            assertTrue(shared.get("sharedSetupNanos").asLong() > 4 * 50_000, result.toString());
            assertTrue(shared.get("sharedTeardownNanos").asLong() > 4 * 40_000, result.toString());
        }
    }

    /** The stand-in and the prediction of it are the same model. */
    private static void assertRegions(
            final JsonNode result, final String strategy, final long registrations, final long bytes) {
        final JsonNode found = named(result, strategy);
        for (final String kind : List.of("real", "predicted")) {
            assertEquals(registrations, found.get(kind).get("registrations").asLong(), found.toString());
            assertEquals(bytes, found.get(kind).get("bytesRegistered").asLong(), found.toString());
        }
    }

    private static JsonNode named(final JsonNode result, final String strategy) {
        for (final JsonNode found : result.get("strategies")) {
            if (found.get("name").asText().equals(strategy)) {
                return found;
            }
        }
        throw new AssertionError(strategy + " is not in " + result);
    }

    @Test
    void shouldPredictWhatOnlyTheModelHas() throws IOException {
        final JsonNode onDemand = named(json("--rpcs", "5", "--strategy", "on-demand,shard-dma"), "on-demand");
        assertTrue(onDemand.get("real").isNull());
        assertNotNull(onDemand.get("predicted").get("setupNanos"), onDemand.toString());
    }

    @Test
    void shouldPartRealFromVirtualTimeAndSayWhatSoftRoceCannotShow() {
        assertEquals(0, run("--rpcs", "5", "--credits", "8"), err.toString());
        final List<String> lines = out.toString().lines().toList();
        final int real = index(lines, "Real time");
        final int virtual = index(lines, "Virtual time");
        assertTrue(0 < real && real < virtual, out.toString());
        assertEquals(
                1,
                lines.subList(real, virtual).stream()
                        .filter(line -> line.contains("set-up per"))
                        .count());
        assertEquals(
                1,
                lines.subList(virtual, lines.size()).stream()
                        .filter(line -> line.contains("set-up per"))
                        .count());
        assertTrue(index(lines, "shard-dma: EOPNOTSUPP: ") > virtual, out.toString());
        assertTrue(index(lines, "It cannot show what an IOTLB") > virtual, out.toString());
    }

    private static int index(final List<String> lines, final String begin) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(begin)) {
                return i;
            }
        }
        return -1;
    }

    @ParameterizedTest
    @CsvSource({
        "--workload capture, --workload echo",
        "--capture nfs3, --capture",
        "--memory address-only, --memory",
        "--shared-arena, --shared-arena",
        "--arrivals 5, --arrivals",
        "--trace /tmp/t.jsonl, --trace",
        "--rpcs 0, --rpcs",
    })
    void shouldRefuseWhatADeviceOfTheHostHasNotInOneLine(final String arguments, final String named) {
        assertEquals(Rpcrdma.UNUSABLE, run(arguments.split(" ")));
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains(named), err.toString());
    }

    @Test
    void shouldRefuseADeviceThatIsNotThere() {
        assertEquals(Rpcrdma.UNUSABLE, execute(List.of("compare", "--device", "rxe99")));
        assertTrue(err.toString().startsWith("rpcrdma: --device rxe99: ENOENT: "), err.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
    }

    private JsonNode json(final String... arguments) throws IOException {
        final List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--json", "-"));
        assertEquals(0, run(all.toArray(String[]::new)), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    private int run(final String... arguments) {
        final List<String> all = new ArrayList<>(List.of("compare", "--device", StandInProvider.NAME));
        all.addAll(List.of(arguments));
        return execute(all);
    }

    private int execute(final List<String> arguments) {
        return Rpcrdma.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }
}
