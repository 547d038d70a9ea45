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
 * The reasons why devices of a kind differ from their simulation. A reason for different results is keyed by row id. A
 * reason for a missing feature is keyed by the text with which rows are skipped. They are maintained by hand in {@code
 * conformance/KIND.txt}. A line has the form
 *
 * <pre>{@code
 * KEY [from RELEASE] [before RELEASE]: SENTENCE
 * }</pre>
 *
 * and applies to the given Linux releases, or to all releases. If several lines apply to a key, the last one counts. A
 * line that starts with {@code #} is a comment.
 */
public final class KnownDifferences {
    private static final Pattern LINE = Pattern.compile(
            "(?<key>.+?)( from (?<from>\\d+\\.\\d+))?( before (?<before>\\d+\\.\\d+))?: (?<sentence>.+)");
    /** The beginning of a skip's text if a device lacks a feature. */
    private static final String LACK = "has no ";

    private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+).*");

    private final Map<String, String> sentences = new HashMap<>();

    /**
     * Parses the known differences.
     *
     * @param lines the lines of the file.
     * @param release the running kernel's release, as from {@code uname -r}.
     */
    KnownDifferences(final List<String> lines, final String release) {
        for (final String line : lines) {
            final Matcher parts = LINE.matcher(line);
            if (line.startsWith("#")) {
                continue;
            }
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "expected KEY [from RELEASE] [before RELEASE]: SENTENCE but found " + line);
            }
            if (isWithin(release, parts.group("from"), parts.group("before"))) {
                sentences.put(parts.group("key"), parts.group("sentence"));
            }
        }
    }

    /**
     * Returns the known differences for a kind of device on the running kernel. They are empty if the kind has no file.
     */
    public static KnownDifferences ofKind(final String kind) throws IOException {
        return new KnownDifferences(lines(kind), System.getProperty("os.version"));
    }

    /**
     * Returns the known differences for two connected devices of different kinds. They consist of the differences in
     * the file {@code CLIENT-SERVER}, and the reasons why either kind lacks features for which rows are skipped.
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

    /**
     * Returns true if a release is at least {@code from} and older than {@code before}. A null value means no bound.
     */
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
