// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the unit and the alert rules with the tools of systemd and Prometheus, if these tools are installed. */
class OperationToolsTest {
    private static final Path UNIT = Path.of("src/main/systemd/rpcrdma-nfs3-server.service");
    private static final Path RULES = Path.of("../../docs/results/alerts.yml");
    private static final Path RULE_TESTS = Path.of("src/test/prometheus/alerts-test.yml");

    @TempDir
    private Path folder;

    /** Returns a command's output, followed by its exit status on the last line. */
    private String outcome(final String... command) throws Exception {
        final Path printed = folder.resolve("printed");
        final int status = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start()
                .waitFor();
        return Files.readString(printed) + "status=" + status;
    }

    private static void require(final String tool) {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, tool))),
                "needs " + tool);
    }

    private String verified(final String text) throws Exception {
        require("systemd-analyze");
        final Path unit = folder.resolve(UNIT.getFileName());
        // Replace the launcher with a program that exists.
        Files.writeString(unit, text.replace("/opt/rpcrdma/bin/rpcrdma ", "/bin/sh "));
        return outcome("systemd-analyze", "verify", "--man=no", unit.toString());
    }

    @Test
    void shouldHaveAUnitThatSystemdTakesWithoutAWarning() throws Exception {
        assertEquals("status=0", verified(Files.readString(UNIT)));
    }

    @Test
    void shouldFindAMisspeltKeyOfAUnit() throws Exception {
        final String said = verified(Files.readString(UNIT).replace("ProtectSystem=", "ProtectSystems="));

        assertTrue(said.contains("Unknown key 'ProtectSystems' in section [Service]"), said);
    }

    @Test
    void shouldHaveRulesThatPrometheusTakes() throws Exception {
        require("promtool");
        final String said = outcome("promtool", "check", "rules", "--lint-fatal", RULES.toString());

        assertTrue(said.endsWith("status=0"), said);
    }

    @Test
    void shouldAlertOfEachFaultAndOfNoQuietHost() throws Exception {
        require("promtool");
        final String said = outcome("promtool", "test", "rules", RULE_TESTS.toString());

        assertTrue(said.endsWith("status=0"), said);
    }

    @Test
    void shouldTestEveryRule() throws IOException {
        final Set<String> rules = new TreeSet<>(read(RULES).findValuesAsText("alert"));
        final Set<String> fired = new TreeSet<>();
        for (final JsonNode test : read(RULE_TESTS).findValues("alert_rule_test")) {
            test.forEach(time -> {
                if (!time.get("exp_alerts").isEmpty()) {
                    fired.add(time.get("alertname").asText());
                }
            });
        }
        assertEquals(rules, fired);
    }

    private static JsonNode read(final Path file) throws IOException {
        return new YAMLMapper().readTree(file.toFile());
    }
}
