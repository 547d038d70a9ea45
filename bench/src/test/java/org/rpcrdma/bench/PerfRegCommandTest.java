// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.bench.console.ExitCode.DONE;
import static org.rpcrdma.bench.console.ExitCode.UNUSABLE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.testkit.UdpAddresses;
import org.w3c.dom.Element;

class PerfRegCommandTest extends CommandTest {
    private static final double MICRO = 1000;

    private JsonNode rows(final String arguments) throws Exception {
        assertEquals(DONE, rpcrdma("perf reg --json - " + arguments), err::toString);
        return new ObjectMapper().readTree(out.toString()).get("rows");
    }

    @Test
    void shouldPrintARowForEachCombinationInEightyColumnsAndReportThatTimeIsVirtual() {
        assertEquals(DONE, rpcrdma("perf reg -s 4K,1M,16M -t 1,256"));

        final List<String> lines = out.toString().lines().toList();
        assertEquals("reg: device=sim0 machine=intel, virtual time: from the cost model", lines.get(0));
        assertEquals(4 + 3 * 2 * 2, lines.size());
        assertTrue(lines.get(4).startsWith("   4K   4K       1 warm "), lines.get(4));
        assertTrue(lines.get(15).startsWith("  16M   4K     256 cold "), lines.get(15));
        lines.forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void shouldMeasureTheSameInEverySimulation() {
        rpcrdma("perf reg -s 64K -t 3");
        final String first = out.toString();
        rpcrdma("perf reg -s 64K -t 3");

        assertEquals(first, out.toString());
    }

    @Test
    void shouldMeasureEverySizeFromAPageToAGigabyte() throws Exception {
        final JsonNode rows = rows("-a --pool warm");

        assertEquals(10, rows.size());
        assertEquals(4096, rows.get(0).get("bytes").asInt());
        assertEquals(1 << 30, rows.get(9).get("bytes").asInt());
    }

    /** The default value of a cost is the median of its draws. */
    @Test
    void shouldTakeTheModelsCostsOfARegistrationAndOfAnMkeyIfThePoolIsCold() throws Exception {
        final CostModel costs = CostModel.defaults();
        final JsonNode rows = rows("-s 4K");
        final double warm = rows.get(0).at("/registerMicros/median").asDouble();
        final double cold = rows.get(1).at("/registerMicros/median").asDouble();

        assertEquals(costs.get(CostParameter.REG_USER_MR) / MICRO, warm, 0.01 * warm);
        assertEquals(
                (costs.get(CostParameter.REG_USER_MR) + costs.get(CostParameter.CREATE_MKEY)) / MICRO,
                cold,
                0.05 * cold);
        assertTrue(rows.get(0).at("/registerMicros/p5").asDouble() < warm);
        assertTrue(rows.get(0).at("/registerMicros/p95").asDouble() > warm);
    }

    /**
     * The rate is simulated, whereas the times result from pricing the executed calls with the drawn costs. Both
     * describe the same calls.
     */
    @ParameterizedTest
    @ValueSource(strings = {"-s 4K", "-s 4K -t 5"})
    void shouldPriceTheCallsThatItSimulates(final String arguments) throws Exception {
        for (final JsonNode row : rows(arguments + " --pool warm")) {
            final double pair = row.at("/registerMicros/median").asDouble()
                    + row.at("/deregisterMicros/median").asDouble();
            final double rate =
                    row.get("pairsPerSecond").asDouble() / row.get("threads").asInt();
            assertEquals(1e6 / rate, pair, 0.01 * pair);
        }
    }

    /**
     * In the model, registrations by different threads share no resource. The documentation mentions this limitation.
     */
    @Test
    void shouldRegisterAsOftenMoreAsThereAreThreadsInVirtualTime() throws Exception {
        final JsonNode rows = rows("-s 64K,16M -t 1,8");
        for (int i = 0; i < 4; i++) {
            final JsonNode one = rows.get(i);
            final JsonNode eight = rows.get(4 + i);
            assertEquals(one.get("registerMicros"), eight.get("registerMicros"));
            assertEquals(
                    8,
                    eight.get("pairsPerSecond").asDouble()
                            / one.get("pairsPerSecond").asDouble(),
                    0.001);
        }
    }

    @Test
    void shouldMeasureADeviceInSoftwareInRealTime() throws Exception {
        final String device = UdpAddresses.device(31);
        assertEquals(DONE, rpcrdma("perf reg -s 4K,1M -n 20 --warm-up 0.01 --device " + device), err::toString);

        final List<String> lines = out.toString().lines().toList();
        assertEquals("reg: device=" + device + ", real time: from this machine", lines.get(0));
        assertEquals("Microseconds: median, and 5 % to 95 % of 20 calls per thread (cold: 20)", lines.get(1));
        assertEquals(4 + 4, lines.size());

        final JsonNode rows = rows("-s 4K -n 20 --warm-up 0 --device " + device);
        assertEquals(20, rows.get(0).get("samples").asInt());
        assertTrue(rows.get(1).get("pairsPerSecond").asDouble() > 0);
    }

    @Test
    void shouldDrawALineForEachCombination(@TempDir final Path folder) throws Exception {
        final Path file = folder.resolve("reg.svg");
        assertEquals(DONE, rpcrdma("perf reg -s 4K,64K -t 1,2 --svg " + file), err::toString);

        final Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
        assertEquals("svg", root.getTagName());
        final String text = Files.readString(file);
        for (final String name : List.of("warm, 1 thread, 4K pages", "cold, 2 threads, 4K pages", "virtual time")) {
            assertTrue(text.contains(name), name);
        }
        // The plot has a dot per median in both panels, and a dot per name in the legend.
        assertEquals(2 * 8 + 4, root.getElementsByTagName("circle").getLength());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-a -s 4K | --all and --size are mutually exclusive",
                "-s 0 | size must be 1 to 1,073,741,824 for reg: size=0",
                "-s 1025M | size must be 1 to 1,073,741,824 for reg: size=1074790400",
                "-s 4K --page-size 2M | --size must be at least --page-size: --size=[4096] --page-size=[2097152]",
                "--page-size 5000 | --page-size must be a power of two of at least 4096: --page-size=5000",
                "--page-size 2M | --page-size must be 4096 without --device, because the model has no costs of other"
                        + " pages",
                "-t 257 | threads must be 1 to 256 for reg: threads=257",
                "-n 5 | --iterations needs --device: repeated simulated calls take the same time",
                "--warm-up 1 | --warm-up needs --device: repeated simulated calls take the same time",
                "--pool tepid | expected one of warm, cold but was 'tepid'",
                "-t 1,2,3 --svg x.svg | --svg draws at most 4 combinations of page size, threads and pool:"
                        + " combinations=6",
                "--device none0 | --device none0: ENOENT: ",
                "--device udp:127.0.0.1 --machine amd | --machine and --device are mutually exclusive: --machine=amd",
                "--device udp:127.0.0.1 --warm-up -1 | --warm-up must be from 0 to 3600 seconds: --warm-up=-1.0",
            })
    void shouldRefuseWhatDoesNotFitInOneLine(final String arguments, final String words) {
        assertEquals(UNUSABLE, rpcrdma("perf reg " + arguments));
        assertOneLine(words);
    }

    @Test
    void shouldRefuseThreadsAndHugePagesOfADeviceInSoftware() {
        final String device = UdpAddresses.device(32);
        assertEquals(UNUSABLE, rpcrdma("perf reg -t 2 --warm-up 0 --device " + device));
        assertOneLine("--threads must be 1 for " + device + ": a software device belongs to one thread: --threads=2");
        assertEquals(UNUSABLE, rpcrdma("perf reg --page-size 2M --warm-up 0 --device " + device));
        assertOneLine("--page-size 2097152: EOPNOTSUPP: the device does not support memory in pages of 2097152 bytes");
        assertFalse(err.toString().contains("at org."));
    }
}
