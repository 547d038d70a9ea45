// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.console.ExitCode;

class DepthCommandTest extends CommandTest {
    @TempDir
    private Path folder;

    @Test
    void shouldPrintADepthForEachShareOfCallsThatFindNoReceive() throws IOException {
        final Path plot = folder.resolve("depth.svg");
        final Path json = folder.resolve("depth.json");
        assertEquals(
                ExitCode.DONE,
                rpcrdma("depth", "--clients", "121", "--nconnect", "16", "--svg", "" + plot, "--json", "" + json),
                err::toString);

        final String text = out.toString();
        assertTrue(text.contains("\nconnections: 1,936, in queues of 121; 128 credits of 4,096 bytes"), text);
        assertTrue(text.matches("(?s).*\n  1 in 1,000,000 +[\\d,]+ +[\\d.]+ +[\\d.]+ +0\\.66\n.*"), text);
        assertTrue(Files.readString(plot).startsWith("<svg xmlns="), "a picture");
        final JsonNode report = new ObjectMapper().readTree(json.toFile());
        int before = 0;
        for (final JsonNode depth : report.get("depths")) {
            assertTrue(depth.get("receives").asInt() >= before, report::toString);
            before = depth.get("receives").asInt();
            assertEquals(before * 16L * 4096, depth.get("bytes").asLong());
            assertEquals(before / 121.0 / 128, depth.get("creditShare").asDouble(), 1e-12);
        }
        assertTrue(before < report.get("mostInFlight").asInt() * 121, "all bursts at one time are rarer");
    }

    /**
     * A single connection needs its maximum number of calls in flight, plus the Receives that have not been posted yet.
     */
    @Test
    void shouldNeedTheBurstOfASingleConnection() throws IOException {
        assertEquals(
                ExitCode.DONE,
                rpcrdma("depth", "--connections", "1", "--json", "-", "--capture", "nfs3"),
                err::toString);
        final JsonNode report = new ObjectMapper().readTree(out.toString());
        assertEquals(
                report.get("mostInFlight").asInt() + 6,
                report.at("/depths/4/receives").asInt(),
                report::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "--workload=echo, depth needs the calls of a capture: --workload=echo",
        "--capture=missing.pcap, missing.pcap",
        "--nconnect=3, requires --clients"
    })
    void shouldRefuseInOneLineWhatItCannotCount(final String option, final String named) {
        assertEquals(ExitCode.UNUSABLE, rpcrdma("depth", option));
        assertOneLine(named);
    }
}
