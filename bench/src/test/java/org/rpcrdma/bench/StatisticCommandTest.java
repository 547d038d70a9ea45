// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code statistic show mr} on the demo's regions, both in this JVM and in another. */
class StatisticCommandTest extends CommandTest {
    @Test
    void shouldPrintALineForEveryRegionInTheFormOfRdma() {
        assertEquals(0, run("show mr --demo"), err.toString());
        final List<String> lines = out.toString().lines().toList();
        assertEquals(4, lines.size(), out.toString());
        for (final String line : lines) {
            assertTrue(
                    line.matches(
                            "dev sim[01] mrn \\d+ page_faults \\d+ page_faults_handled \\d+ page_invalidations \\d+"
                                    + " page_invalidations_handled \\d+ page_prefetch \\d+"),
                    line);
        }
        assertTrue(lines.get(0).startsWith("dev sim0"), lines.get(0));
        assertTrue(lines.get(3).startsWith("dev sim1"), lines.get(3));
    }

    @Test
    void shouldPrintTheSameAsJson() throws IOException {
        assertEquals(0, run("show mr --demo dev sim1"), err.toString());
        final List<String> lines = out.toString().lines().toList();
        assertEquals(0, run("show mr --demo dev sim1 -j"), err.toString());
        final JsonNode regions = new ObjectMapper().readTree(out.toString());
        assertEquals(lines.size(), regions.size());
        for (int i = 0; i < lines.size(); i++) {
            final JsonNode region = regions.get(i);
            assertEquals(1, region.get("ifindex").asInt());
            final StringBuilder line =
                    new StringBuilder("dev " + region.get("ifname").asText());
            region.properties().forEach(field -> {
                if (!field.getKey().startsWith("if")) {
                    line.append(' ').append(field.getKey()).append(' ').append(field.getValue());
                }
            });
            assertEquals(lines.get(i), line.toString());
        }
    }

    @Test
    void shouldShowOnlyTheRegionThatIsRequested() {
        assertEquals(0, run("show mr --demo dev sim0"), err.toString());
        final String first = out.toString().lines().findFirst().orElseThrow();
        assertEquals(0, run("show mr --demo dev sim0 mrn " + first.split(" ")[3]), err.toString());
        assertEquals(List.of(first), out.toString().lines().toList());
        assertEquals(0, run("show mr --demo mrn 9999"), err.toString());
        assertEquals("", out.toString());
    }

    @Test
    void shouldShowTheRegionsOfAnotherJvm() throws Exception {
        assertEquals(0, run("show mr --demo"), err.toString());
        final String demo = out.toString();
        final Process program = program(PagingProgram.class).start();
        assertEquals("ready", program.inputReader().readLine());
        assertEquals(0, run("show mr --pid " + program.pid()), err.toString());
        assertEquals(demo, out.toString());
        program.getOutputStream().close();
        assertEquals(0, program.waitFor());
        assertEquals(2, run("show mr --pid " + program.pid()));
        assertOneLine("--pid must name another running JVM of this user: " + program.pid());
    }

    @ParameterizedTest
    @CsvSource({
        "'', Missing required subcommand: show",
        "show, Missing required subcommand: mr",
        "show mr colour 1, Unsupported filter option: colour",
        "show mr mrn, No filter data was supplied to filter option mrn",
        "show mr mrn x, mrn filter accepts",
        "show mr --demo dev mlx5_0, Wrong device name - mlx5_0",
        "show mr --demo --pid 1, are mutually exclusive",
        "show mr --pid mine, '''--pid'': ''mine'' is not a long'",
    })
    void shouldRefuseBadArgumentsInOneLine(final String arguments, final String named) {
        assertEquals(2, run(arguments));
        assertOneLine(named);
    }

    private int run(final String arguments) {
        return rpcrdma(("statistic " + arguments).trim().split(" "));
    }
}
