// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code compare} in a JVM of its own, with COLUMNS in its environment. */
@Tag("pages")
class TerminalWidthTest {
    @Test
    void shouldFitTablesAndSentencesIntoTheTerminal() throws Exception {
        final List<String> narrow = lines(72);
        assertEquals(
                List.of(), narrow.stream().filter(line -> line.length() > 72).toList());

        final List<String> wide = lines(200);
        assertTrue(wide.size() < narrow.size(), () -> wide.size() + " lines instead of " + narrow.size());
    }

    private static List<String> lines(final int columns) throws Exception {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of(System.getProperty("basedir", ""), "..", "jvm.options"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Rpcrdma.class.getName()));
        command.addAll(List.of("compare", "--seeds", "1", "--workload", "echo", "--rpcs", "20"));
        command.addAll(List.of("--strategy", "per-buffer-dma,shard-dma,per-buffer-registered"));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("COLUMNS", Integer.toString(columns));
        final Process process = builder.start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed.lines().toList();
    }
}
