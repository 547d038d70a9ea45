// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.device.DeviceCounterpart;
import org.rpcrdma.bench.probe.Primitive;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.testkit.UdpAddresses;

/** Tests {@code rpcrdma compare --device} with a stand-in for a local device. */
class CompareDeviceTest extends CommandTest {
    private static final List<String> LACKED = List.of(
            "per-buffer-dma",
            "shard-dma-32k",
            "shard-dma",
            "page-list",
            "scattered-dma",
            "one-iova",
            "per-buffer-fast-registered",
            "shard-fast-registered",
            "on-demand",
            "shard-dma-as-posted",
            "shared-srq");

    @ParameterizedTest
    @ValueSource(ints = {1024, 9001})
    void shouldRunWhatTheDeviceHasAndListWhatItLacks(final int size) throws IOException {
        final JsonNode result = json("--connections", "3", "--rpcs", "9", "--credits", "8", "--size", "" + size);

        assertEquals(StandInProvider.NAME, result.get("device").asText());
        assertEquals("rxe", result.get("personality").asText());
        assertEquals(Version.CURRENT, result.get("version").asText());
        assertEquals(Strategy.values().size(), result.get("strategies").size());
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
        // Each connection has 2 x 16 + 7 buffers of 4 KB. A shard holds 4 buffers, and the size of a single region is
        // the next power of two.
        assertRegions(result, "per-buffer-registered", 2 * 39, 2 * 39 * 4096);
        assertRegions(result, "shard-registered", 2 * 10, 2 * 10 * 16384);
        assertRegions(result, "region-per-connection", 2, 2 * 64 * 4096);
        // The number of shared Receives is a quarter of all connections' credits.
        assertRegions(result, "shared-srq-registered", 2, 8 * 4096);
    }

    @Test
    void shouldDistinguishWhatSharedBuffersTakeToSetUpFromWhatAConnectionTakes() throws IOException {
        final JsonNode result =
                json("--connections", "2", "--rpcs", "5", "--strategy", "shard-registered,shared-srq-registered");
        for (final String kind : List.of("real", "predicted")) {
            final JsonNode own = named(result, "shard-registered").get(kind);
            final JsonNode shared = named(result, "shared-srq-registered").get(kind);
            assertEquals(0, own.get("sharedSetupNanos").asLong());
            assertEquals(0, own.get("sharedTeardownNanos").asLong());
            assertEquals(0, shared.get("setupNanos").asLong(), "nothing is its own");
            // The 32 Receives for 128 credits occupy 2 shards of 16 pages.
            assertEquals(
                    2 * (1_100 + 15 * 210 + 10 + 17_000 + 15 * 310),
                    shared.get("sharedSetupNanos").asLong(),
                    result.toString());
            assertEquals(
                    2 * (7000 + 15 * 50 + 600 + 15 * 40),
                    shared.get("sharedTeardownNanos").asLong(),
                    result.toString());
        }
    }

    /** Compares the stand-in with its prediction, which uses the same model. */
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
    void shouldRunOnDemandIfTheDeviceHasIt() throws IOException {
        final JsonNode result =
                jsonOf(StandInProvider.ON_DEMAND_NAME, "--connections", "2", "--rpcs", "5", "--strategy", "on-demand");
        final JsonNode onDemand = named(result, "on-demand");
        assertTrue(onDemand.get("errno").isNull(), result.toString());
        assertRegions(result, "on-demand", 2, 2 << 20);
        assertEquals(0, onDemand.get("real").get("corruptions").asInt());
    }

    @Test
    void shouldPredictNothingOfWhatTheDeviceLacks() throws IOException {
        final JsonNode onDemand = named(json("--rpcs", "5", "--strategy", "on-demand,shard-dma"), "on-demand");
        for (final String kind : List.of("real", "predicted", "ratio")) {
            assertTrue(onDemand.get(kind).isNull(), onDemand.toString());
        }
    }

    /** The stand-in's costs differ from the costs in all presets, and the fit must find them. */
    @Test
    void shouldFindWhatTheDeviceCosts() throws IOException {
        final JsonNode costs =
                json("--rpcs", "1", "--strategy", "shard-registered").get("costs");
        final Set<CostParameter> found = EnumSet.noneOf(CostParameter.class);
        for (final JsonNode cost : costs) {
            final CostParameter parameter = CostModel.parameter(cost.get("name").asText());
            if (StandInProvider.COSTS.containsKey(parameter)) {
                found.add(parameter);
                final double actual = StandInProvider.COSTS.get(parameter);
                assertEquals(actual, cost.get("value").asDouble(), 0.01 * actual, costs.toString());
                assertEquals("probe", cost.get("source").asText());
            } else {
                assertEquals(0, cost.get("value").asDouble(), cost.toString());
                // The stand-in's clock is virtual, so it cannot measure the program's time.
                final String source = parameter == CostParameter.PROGRAM ? "program" : "none in software";
                assertEquals(source, cost.get("source").asText());
            }
        }
        assertEquals(StandInProvider.COSTS.keySet(), found);
    }

    @Test
    void shouldPredictRightlyIfTheDeviceIsAsTheModelIs() throws IOException {
        final JsonNode result = json("--connections", "3", "--rpcs", "20", "--credits", "16");
        for (final JsonNode figure : result.get("probe")) {
            final double real = figure.get("realNanos").asDouble();
            assertEquals(real, figure.get("modelNanos").asDouble(), 0.01 * real, figure.toString());
        }
        int strategies = 0;
        for (final JsonNode strategy : result.get("strategies")) {
            final JsonNode ratio = strategy.get("ratio");
            strategies += ratio.isNull() ? 0 : 1;
            for (final JsonNode each : ratio) {
                assertEquals(1, each.isNull() ? 1 : each.asDouble(), 0.03, strategy.toString());
            }
        }
        assertEquals(4, strategies);
    }

    @Test
    void shouldHaveThePresetsCachesForANic() throws IOException {
        final JsonNode result = jsonOf(StandInProvider.NIC_NAME, "--rpcs", "20", "--strategy", "region-per-connection");
        assertEquals(
                "intel lazy",
                result.get("machine").asText() + " " + result.get("iommu").asText());
        result.get("costs")
                .forEach(cost -> assertTrue(
                        List.of("probe", "program").contains(cost.get("source").asText()), cost.toString()));
        final JsonNode ratio = result.get("strategies").get(0).get("ratio");
        assertEquals(1, ratio.get("setupAndTeardown").asDouble(), 0.03, "a new key's firmware included");
        assertTrue(result.get("notes").toString().contains("come from the preset, not from this device"));
    }

    /** The driver indicates that there is no NIC, so the preset's caches and IOMMU must not be used. */
    @Test
    void shouldHaveNoCachesAndNoIommuForADeviceOnAUdpSocket() throws IOException {
        final JsonNode result = jsonOf(UdpAddresses.device(1), "--rpcs", "5", "--strategy", "region-per-connection");
        assertEquals(
                "ideal off",
                result.get("machine").asText() + " " + result.get("iommu").asText());
        assertTrue(result.get("notes").toString().contains("With a device on a UDP socket"));
        final List<String> absent = new ArrayList<>();
        for (final JsonNode cost : result.get("costs")) {
            if (cost.get("source").asText().equals("none in software")) {
                absent.add(cost.get("name").asText());
            }
        }
        assertEquals(DeviceCounterpart.NOT_IN_SOFTWARE.size(), absent.size(), absent.toString());
    }

    /** The model is deliberately wrong, so the output must report the error of the prediction. */
    @Test
    void shouldReportHowFarAPredictionIsOff() throws IOException {
        final JsonNode result =
                json("--rpcs", "5", "--strategy", "per-buffer-registered", "--set", "cpu.dereg_user_mr=14000");
        assertEquals(
                7_600.0 / 14_600,
                result.get("strategies").get(0).get("ratio").get("teardown").asDouble(),
                1e-9);
        final JsonNode probe = result.get("probe").get(Primitive.DEREGISTER_PAGE.ordinal());
        assertEquals(7_000, probe.get("realNanos").asInt());
        assertEquals(14_000, probe.get("modelNanos").asInt());
        assertTrue(
                result.get("costs").toString().contains("\"value\":14000.0,\"source\":\"--set\""), result.toString());
    }

    @Test
    void shouldPredictTheProgramsTimePerCall() throws IOException {
        final JsonNode result = json("--rpcs", "1", "--strategy", "shard-registered", "--set", "cpu.program=50000");
        final JsonNode strategy = result.get("strategies").get(0);
        final long real = strategy.get("real").get("latencyNanos").get("p50").asLong();
        final long predicted =
                strategy.get("predicted").get("latencyNanos").get("p50").asLong();
        assertEquals(real + 50_000, predicted, 0.01 * predicted);
        final JsonNode probe = result.get("probe").get(Primitive.values().length);
        assertEquals(
                "0 50000 cpu.program",
                probe.get("realNanos").asInt() + " " + probe.get("modelNanos").asInt() + " "
                        + probe.get("fits").asText());
    }

    @Test
    void shouldReportTheSameForTheSameDevice() throws IOException {
        final String[] pair = {
            "--rpcs", "5", "--connections", "2", "--strategy", "per-buffer-registered,shard-registered"
        };
        final JsonNode once = json(pair);
        out.getBuffer().setLength(0);
        assertEquals(once, json(pair));
    }

    @Test
    void shouldSeparateRealFromVirtualTimeAndReportWhatSoftRoceCannotShow() {
        assertEquals(0, run("--rpcs", "5", "--credits", "8"), err.toString());
        final List<String> lines = out.toString().lines().toList();
        final int[] parts = Stream.of(
                        "Probe", "Cost model", "Real time", "Virtual time", "Real by predicted", "shard-dma: EOPN")
                .mapToInt(begin -> index(lines, begin))
                .toArray();
        for (int i = 1; i < parts.length; i++) {
            assertTrue(parts[i - 1] >= 0 && parts[i - 1] < parts[i], out.toString());
        }
        assertEachPartHasItsOwnSetUp(lines.subList(parts[2], parts[5]));
        assertTrue(
                lines.get(parts[0] + 1 + Primitive.REGISTER_PAGE.ordinal()).endsWith("  cpu.reg_user_mr = 17,000 ns"),
                out.toString());
        assertTrue(index(lines, "Soft-RoCE cannot show the cost of an IOTLB") > parts[5], out.toString());
    }

    /** Columns that do not fit on the terminal continue below, under the same headings. */
    private static void assertEachPartHasItsOwnSetUp(final List<String> table) {
        final List<String> order = table.stream()
                .filter(line -> line.matches("Real time.*|Virtual time.*|Real by predicted.*|  set-up per .*"))
                .map(line -> line.strip().split(" ", 3))
                .map(words -> words[0] + " " + words[1])
                .toList();
        final List<String> block =
                List.of("Real time", "set-up per", "Virtual time", "set-up per", "Real by", "set-up per");
        assertEquals(0, order.size() % block.size(), order.toString());
        for (int i = 0; i < order.size(); i++) {
            assertTrue(order.get(i).startsWith(block.get(i % block.size())), order.toString());
        }
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
        "--rpcs 0, 'rpcs must be 1 to 1,000,000: rpcs=0'",
    })
    void shouldRefuseWhatADeviceOfTheHostHasNotInOneLine(final String arguments, final String named) {
        assertEquals(ExitCode.UNUSABLE, run(arguments.split(" ")));
        assertOneLine(named);
    }

    @Test
    void shouldRefuseAMissingDevice() {
        assertEquals(ExitCode.UNUSABLE, rpcrdma("compare", "--device", "rxe99"));
        assertOneLine("rpcrdma: --device rxe99: ENOENT: ");
    }

    private JsonNode json(final String... arguments) throws IOException {
        return jsonOf(StandInProvider.NAME, arguments);
    }

    private JsonNode jsonOf(final String device, final String... arguments) throws IOException {
        final List<String> all = new ArrayList<>(List.of("compare", "--device", device, "--json", "-"));
        for (final String option : List.of("--connections=1", "--credits=64")) {
            if (!List.of(arguments).contains(option.split("=")[0])) {
                all.add(option);
            }
        }
        assertEquals(0, rpcrdma(all, arguments), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    private int run(final String... arguments) {
        return rpcrdma(List.of("compare", "--device", StandInProvider.NAME), arguments);
    }
}
