// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rpcrdma.bench.CommandTest;

/**
 * The commands' output for a capture, without frame numbers and times.
 *
 * @param messages decode's rows, sorted.
 * @param findings lint's findings, sorted.
 * @param counts   explain's counts.
 * @param decoded  decode's remarks and totals.
 * @param linted   lint's remarks and totals.
 * @param isGappy  true if explain reports missing packets.
 */
record Reading(
        List<String> messages,
        List<String> findings,
        List<String> counts,
        String decoded,
        String linted,
        boolean isGappy) {
    private static final String PARTIAL = "incomplete in the capture";

    static Reading of(final Path folder, final byte[] file) throws IOException {
        final String path = Files.write(folder.resolve("capture.pcap"), file).toString();
        final ByteArrayOutputStream rows = new ByteArrayOutputStream();
        run(new DecodeCommand(rows), path, "--tsv");
        final ByteArrayOutputStream lines = new ByteArrayOutputStream();
        final ByteArrayOutputStream findings = new ByteArrayOutputStream();
        final String decoded = run(new DecodeCommand(lines), path);
        final String linted = run(new LintCommand(findings), path);
        final List<String> explained =
                run(new ExplainCommand(), path, "--no-verdict").lines().toList();
        return new Reading(
                rows.toString(StandardCharsets.UTF_8)
                        .lines()
                        .skip(1)
                        .map(row -> row.replaceFirst("^[^\t]*\t", ""))
                        .sorted()
                        .toList(),
                findings.toString(StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.replaceFirst("^ *\\d+ +[-\\d.]+ +", ""))
                        .sorted()
                        .toList(),
                explained.stream()
                        .filter(line -> line.startsWith("  ")
                                && line.matches(".*(calls,|inline|chunks  |RDMA|sent again|lint).*"))
                        .map(line -> line.replaceFirst("; round trip.*|, in flight.*", ""))
                        .toList(),
                decoded,
                linted,
                String.join(" ", explained).replaceAll(" +", " ").contains("packets are missing"));
    }

    /** Runs a command. Returns the output that the command does not write to its own stream. */
    private static String run(final Object command, final String... arguments) {
        final StringWriter printed = new StringWriter();
        final PrintWriter writer = new PrintWriter(printed, true);
        CommandTest.alone(command).setOut(writer).setErr(writer).execute(arguments);
        return printed.toString();
    }

    /** Returns true if decode or lint reports that the capture is incomplete. */
    boolean isPartial() {
        return decoded.contains(PARTIAL) || linted.contains(PARTIAL);
    }

    /** Returns true if both decode and lint report that the capture is incomplete. */
    boolean isPartialForAll() {
        return decoded.contains(PARTIAL) && linted.contains(PARTIAL);
    }

    /** Returns the findings that another reading does not contain. */
    List<String> findingsBeyond(final Reading other) {
        final List<String> rest = new ArrayList<>(findings);
        other.findings.forEach(rest::remove);
        return rest;
    }

    /** Returns the messages that another reading does not contain, ignoring their numbers and procedures. */
    List<String> messagesBeyond(final Reading other) {
        final Set<String> known = new HashSet<>(other.headers());
        return headers().stream().filter(header -> !known.contains(header)).toList();
    }

    private List<String> headers() {
        return messages.stream().map(Reading::header).toList();
    }

    /** Returns a row without its last three columns. */
    private static String header(final String row) {
        int end = row.length();
        for (int column = 0; column < 3 && end >= 0; column++) {
            end = row.lastIndexOf('\t', end - 1);
        }
        return end < 0 ? row : row.substring(0, end);
    }

    /** Returns the number of retransmitted Sends, as counted by explain. */
    int sentAgain() {
        return counts.stream()
                .filter(line -> line.matches("  sent again +\\d+ Sends.*"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D+(\\d+) Sends.*", "$1")))
                .sum();
    }

    /** Returns the number of packets that decode regards as copies. */
    int copies() {
        return decoded.lines()
                .filter(line -> line.contains(" packets are skipped: copies"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll(".* (\\d+) packets are skipped: copies.*", "$1")))
                .sum();
    }
}
