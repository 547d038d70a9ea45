// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.Rpcrdma;

/** Tests commands in separate JVMs with COLUMNS set in their environment. */
@Tag("pages")
class TerminalWidthTest {
    private static final String COMPARE = "compare --seeds 1 --workload echo --rpcs 20"
            + " --strategy per-buffer-dma,shard-dma,per-buffer-registered";

    @ParameterizedTest
    @ValueSource(strings = {COMPARE, "calibrate", "calibrate --parameters", "conformance --row GAP"})
    void shouldFitTablesAndSentencesIntoTheTerminal(final String command) throws Exception {
        final Process atMost80 = start(command, 80);
        final Process atMost400 = start(command, 400);
        final List<String> narrow = lines(atMost80);
        assertEquals(
                List.of(), narrow.stream().filter(line -> line.length() > 80).toList());
        final List<String> wide = lines(atMost400);
        assertTrue(wide.size() < narrow.size(), () -> wide.size() + " lines instead of " + narrow.size());
    }

    private static Process start(final String arguments, final int columns) throws IOException {
        final ProcessBuilder builder = CommandTest.program(Rpcrdma.class, arguments.split(" "));
        builder.environment().put("COLUMNS", Integer.toString(columns));
        return builder.start();
    }

    private static List<String> lines(final Process process) throws Exception {
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed.lines().toList();
    }
}
