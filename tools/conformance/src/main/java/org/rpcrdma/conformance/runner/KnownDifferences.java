// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.rpcrdma.conformance.runner.RowAgreement.Agreement;

/**
 * Why devices of a kind differ from the simulation of that kind, by the id of a row, and why they lack features that
 * rows are skipped for, by the words of the skip: {@code conformance/KIND.txt}, kept by hand. A line is
 *
 * <pre>{@code
 * KEY [from RELEASE] [before RELEASE]: SENTENCE
 * }</pre>
 *
 * and holds for the releases of Linux that it names, for all if it names none; of several lines that hold for a key the
 * last one counts. A line that begins with {@code #} is for readers of the file.
 */
public final class KnownDifferences {
    private static final Pattern LINE = Pattern.compile(
            "(?<key>.+?)( from (?<from>\\d+\\.\\d+))?( before (?<before>\\d+\\.\\d+))?: (?<sentence>.+)");
    /** The first words of a skip if a device lacks a feature. */
    private static final String LACK = "has no ";

    private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+).*");

    private final Map<String, String> sentences = new HashMap<>();

    /**
     * Makes the known differences.
     *
     * @param lines   those of the file.
     * @param release the Linux that runs, as {@code uname -r} has it.
     */
    KnownDifferences(final List<String> lines, final String release) {
        for (final String line : lines) {
            final Matcher parts = LINE.matcher(line);
            if (line.startsWith("#")) {
                continue;
            }
            if (!parts.matches()) {
                throw new IllegalArgumentException("no such line is known: line=" + line);
            }
            if (isWithin(release, parts.group("from"), parts.group("before"))) {
                sentences.put(parts.group("key"), parts.group("sentence"));
            }
        }
    }

    /** Returns the known differences of a kind of device on the running Linux; none if it has no file. */
    public static KnownDifferences ofKind(final String kind) throws IOException {
        return new KnownDifferences(lines(kind), System.getProperty("os.version"));
    }

    /**
     * Returns the known differences of two kinds of devices that are connected to each other: those of a file of both,
     * {@code CLIENT-SERVER}, and why either lacks the features that rows are skipped for.
     */
    public static KnownDifferences ofPair(final String client, final String server) throws IOException {
        final List<String> lines = new ArrayList<>(lines(client));
        lines.addAll(lines(server));
        lines.removeIf(line -> !line.startsWith(LACK));
        lines.addAll(lines(client + "-" + server));
        return new KnownDifferences(lines, System.getProperty("os.version"));
    }

    static List<String> lines(final String kind) throws IOException {
        try (InputStream file = KnownDifferences.class.getResourceAsStream("/conformance/" + kind + ".txt")) {
            final String text = file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.isBlank()).toList();
        }
    }

    /** Returns true if a release is not older than one, and older than another; null is no bound. */
    private static boolean isWithin(final String release, final String from, final String before) {
        return (from == null || number(release) >= number(from))
                && (before == null || number(release) < number(before));
    }

    private static long number(final String release) {
        final Matcher parts = RELEASE.matcher(release);
        return parts.matches() ? Long.parseLong(parts.group(1)) << 32 | Long.parseLong(parts.group(2)) : 0;
    }

    Optional<String> explanation(final String key) {
        return Optional.ofNullable(sentences.get(key));
    }

    /** Returns the rows that agree although a difference is listed. */
    List<String> stale(final List<RowAgreement> rows) {
        return rows.stream()
                .filter(row -> row.agreement() == Agreement.AGREES && sentences.containsKey(row.id()))
                .map(RowAgreement::id)
                .collect(Collectors.toList());
    }
}
