// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.UdpAddresses.device;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.StandInProvider;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.conformance.rows.Conformance;

/**
 * Tests {@code rpcrdma conformance --device} with a local stand-in device that behaves like soft-RoCE. It agrees with
 * the simulation of soft-RoCE and differs from the simulations of other devices.
 */
class ConformanceDeviceTest extends CommandTest {
    @Test
    void shouldAgreeWithTheSimulationOfWhatTheDeviceIs() throws IOException {
        assertEquals(0, run("--json", "-"), err.toString());
        final JsonNode report = new ObjectMapper().readTree(out.toString());
        final JsonNode comparison = report.get("comparison");
        final int rows = Conformance.rows().size();
        assertEquals(rows, report.get("rows").size());
        assertEquals(rows, comparison.get("rows").size());
        assertEquals(rows, comparison.get("agrees").asInt());
        // the stand-in lacks the differences of a real soft-RoCE
        assertTrue(comparison.get("stale").toString().contains("\"MW-01\""), comparison.toString());
        for (final JsonNode row : comparison.get("rows")) {
            assertEquals("agrees", row.get("agreement").asText(), row.toString());
            assertEquals(row.get("device").get("result"), row.get("simulated").get("result"));
        }
        assertEquals(
                "pass", named(comparison, "GAP-23").get("device").get("result").asText());
    }

    @Test
    void shouldReportForEachRowWhetherTheyAgreeAndWhatTheDeviceLacks() {
        assertEquals(0, run("--row", "PX-02", "--row", "UM-01"));
        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(0).startsWith("PX-02     device=pass simulated=pass agrees "), lines.get(0));
        assertTrue(lines.get(1).startsWith("UM-01     device=skip simulated=skip agrees "), lines.get(1));
        assertEquals(
                "has no indirect key: indirect keys are specific to mlx5 (mlx5dv)",
                lines.get(2).strip());
        assertEquals("2 rows: 1 pass, 0 fail, 1 skip", lines.get(3));
        assertEquals(
                "compared with the simulation: 2 agree, 0 differ as explained, 0 differ unexplained", lines.get(4));
    }

    @Test
    void shouldFailIfADifferenceIsNotExplained() {
        assertEquals(ExitCode.FAILED, run("--personality", "mlx5", "--row", "PX-07"));
        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(0).startsWith("PX-07     device=fail simulated=pass UNEXPLAINED "), lines.get(0));
        assertEquals(
                "send in RESET errno: expected=ENOMEM actual=EINVAL",
                lines.get(1).strip());
        assertEquals(
                "compared with the simulation: 0 agree, 0 differ as explained, 1 differ unexplained", lines.get(3));
    }

    /** {@code conformance/spec.txt} in these tests explains one row that differs and one row that does not. */
    @Test
    void shouldSucceedIfDifferencesAreExplainedAndReportObsoleteReasons() {
        assertEquals(0, run("--personality", "spec", "--row", "GAP-03", "--row", "PX-02"));
        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(0).startsWith("PX-02     device=pass simulated=pass agrees "), lines.get(0));
        assertTrue(lines.get(1).startsWith("GAP-03    device=fail simulated=pass explained "), lines.get(1));
        assertTrue(lines.get(2).endsWith(": of these tests"), lines.get(2));
        assertEquals(
                "compared with the simulation: 1 agree, 1 differ as explained, 0 differ unexplained", lines.get(4));
        assertEquals("agree although a difference is listed: PX-02", lines.get(5));
    }

    @Test
    void shouldHoldTwoDevicesThatAreConnectedToEachOther() throws IOException {
        final List<String> devices = List.of("conformance", "--device", device(5), "--peer", device(6));
        assertEquals(0, rpcrdma(devices, "--row", "PX-0", "--row", "PX-11", "--row", "CM-01", "-j"), err.toString());
        final JsonNode report = new ObjectMapper().readTree(out.toString());
        assertEquals(device(6), report.get("peer").asText());
        assertTrue(report.get("rows").size() > 5);
        for (final JsonNode row : report.get("rows")) {
            assertEquals("pass", row.get("result").asText(), row.toString());
        }
    }

    @Test
    void shouldRefuseAPeerThatIsNoOtherDevice() {
        for (final String peer : List.of(StandInProvider.NAME, "rxe0")) {
            assertEquals(ExitCode.UNUSABLE, run("--peer", peer));
            assertEquals(
                    "rpcrdma: --peer must be a different device, and one of the two must be udp:ADDRESS: --device="
                            + StandInProvider.NAME + " --peer=" + peer,
                    err.toString().strip());
        }
    }

    @Test
    void shouldRefuseAPeerWithoutADevice() {
        assertEquals(ExitCode.UNUSABLE, rpcrdma("conformance", "--peer", "udp:127.0.0.1"));
        assertEquals(
                "rpcrdma: --peer requires --device: udp:127.0.0.1",
                err.toString().strip());
    }

    private static JsonNode named(final JsonNode comparison, final String id) {
        for (final JsonNode row : comparison.get("rows")) {
            if (row.get("id").asText().equals(id)) {
                return row;
            }
        }
        throw new AssertionError(id + " is not in " + comparison);
    }

    private int run(final String... arguments) {
        return rpcrdma(List.of("conformance", "--device", StandInProvider.NAME), arguments);
    }
}
