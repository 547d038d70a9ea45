// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a page that {@link JmhPage} wrote: the lines of each class of benchmarks, by its simple name. */
final class PageSections {
    private static final Pattern COMMAND = Pattern.compile("`\\./rpcrdma jmh (\\w+) --gc`; .*");
    private static final String TIME = "time";
    private static final String CELLS = " *\\| *";

    private PageSections() {}

    /** Returns the lines of each section, from its heading to its last row. */
    static Map<String, List<String>> of(final String page) {
        final Map<String, List<String>> sections = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        for (final String line : page.lines().toList()) {
            if (line.startsWith("## ")) {
                lines = new ArrayList<>();
            }
            lines.add(line);
            final Matcher command = COMMAND.matcher(line);
            if (command.matches()) {
                sections.put(command.group(1), lines);
            }
        }
        sections.values().forEach(PageSections::cut);
        return sections;
    }

    private static void cut(final List<String> lines) {
        while (lines.get(lines.size() - 1).isBlank()) {
            lines.remove(lines.size() - 1);
        }
    }

    /** Returns the scores of all rows, by {@link BenchmarkName}. */
    static Map<String, Score> scores(final String page) {
        final Map<String, Score> scores = new LinkedHashMap<>();
        of(page).forEach((name, lines) -> {
            List<String> headings = List.of();
            for (final String line : lines) {
                if (line.startsWith("| benchmark")) {
                    headings = cells(line);
                } else if (line.startsWith("| ")) {
                    put(scores, name, headings, cells(line));
                }
            }
        });
        return scores;
    }

    private static List<String> cells(final String line) {
        return List.of(line.substring(2).split(CELLS, -1));
    }

    private static void put(
            final Map<String, Score> scores, final String name, final List<String> headings, final List<String> cells) {
        final int time = headings.indexOf(TIME);
        final Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < time; i++) {
            parameters.put(headings.get(i), cells.get(i));
        }
        final Score score = time < 0 || time >= cells.size() ? null : Score.of(cells.get(time));
        if (score != null) {
            scores.put(BenchmarkName.of(name, cells.get(0), parameters), score);
        }
    }
}
