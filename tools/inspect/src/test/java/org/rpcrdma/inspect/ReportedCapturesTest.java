// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.replay.Workload;

/** Tests the commands' output for captures that were rebuilt from bug reports; see {@code cases/cases.tsv}. */
class ReportedCapturesTest {
    private static final String CASES = "/cases/";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter printed = new StringWriter();

    /** A row of the table. */
    record Case(String file, String command, int exitCode, List<String> prints, String lacks) {
        @Override
        public String toString() {
            return command + " " + file;
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream table = ReportedCapturesTest.class.getResourceAsStream(CASES + "cases.tsv")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(row -> row.split("\t", -1))
                    .map(row -> new Case(
                            row[0], row[1], Integer.parseInt(row[2]), Arrays.asList(row[3].split(" && ")), row[4]));
        }
    }

    private String file(final String name) throws IOException {
        final Path file = folder.resolve(name);
        try (InputStream capture = ReportedCapturesTest.class.getResourceAsStream(CASES + name)) {
            Files.copy(capture, file);
        }
        return file.toString();
    }

    private int run(final String command, final String file) throws IOException {
        final PrintWriter writer = new PrintWriter(printed, true);
        return switch (command) {
            case "decode" ->
                CommandTest.alone(new DecodeCommand(out))
                        .setOut(writer)
                        .setErr(writer)
                        .execute(file);
            case "lint" ->
                CommandTest.alone(new LintCommand(out))
                        .setOut(writer)
                        .setErr(writer)
                        .execute(file);
            case "explain" ->
                CommandTest.alone(new ExplainCommand())
                        .setOut(writer)
                        .setErr(writer)
                        .execute(file, "--no-verdict");
            default -> {
                final Workload workload = Workload.read(Path.of(file));
                writer.println(workload.rpcs() + " RPCs; left out: "
                        + workload.leftOut().count());
                yield 0;
            }
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void shouldPrintTheExpectedLines(final Case one) throws IOException {
        final int exitCode = run(one.command, file(one.file));
        final String all = spaced(out.toString(StandardCharsets.UTF_8) + printed);
        assertAll(Stream.concat(
                one.prints.stream()
                        .map(text -> () -> assertTrue(all.contains(spaced(text)), () -> text + " is not in " + all)),
                Stream.of(
                        () -> assertEquals(one.exitCode, exitCode, all),
                        () -> assertFalse(!one.lacks.isEmpty() && all.contains(one.lacks), all))));
    }

    /** Returns a text in which each run of white space is replaced with a single space. */
    private static String spaced(final String text) {
        return text.replaceAll("\\s+", " ");
    }
}
