// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus' text exposition format 0.0.4, strictly: a metric has HELP and TYPE before its samples, which stand
 * together; no sample comes twice; counters end in _total.
 */
final class PrometheusParser {
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{(.*)} (\\S+)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\"\\\\n])*)\"(,|$)");

    private final Map<String, String> types = new HashMap<>();
    private final Set<String> helped = new HashSet<>();
    private final Map<String, Map<Map<String, String>, Double>> values = new HashMap<>();
    private String current = "";

    static PrometheusParser parse(final String text) {
        assertTrue(text.endsWith("\n"), "the last line ends with a line feed");
        final PrometheusParser parser = new PrometheusParser();
        for (final String line : text.split("\n")) {
            parser.line(line);
        }
        return parser;
    }

    private void line(final String line) {
        if (line.startsWith("# HELP ")) {
            final String[] words = line.split(" ", 4);
            assertTrue(helped.add(words[2]), line);
            current = words[2];
        } else if (line.startsWith("# TYPE ")) {
            final String[] words = line.split(" ");
            assertEquals(4, words.length, line);
            assertEquals(current, words[2], line);
            assertTrue(words[3].equals("counter") || words[3].equals("gauge"), line);
            assertEquals(words[3].equals("counter"), words[2].endsWith("_total"), line);
            assertNull(types.put(words[2], words[3]), line);
        } else {
            sample(line);
        }
    }

    private void sample(final String line) {
        final Matcher sample = SAMPLE.matcher(line);
        assertTrue(sample.matches(), line);
        assertEquals(current, sample.group(1), line);
        assertTrue(types.containsKey(current), line);
        final Map<String, String> labels = new HashMap<>();
        final Matcher label = LABEL.matcher(sample.group(2));
        int end = 0;
        while (label.find()) {
            assertEquals(end, label.start(), line);
            assertNull(labels.put(label.group(1), plain(label.group(2))), line);
            end = label.end();
        }
        assertEquals(sample.group(2).length(), end, line);
        assertNull(
                values.computeIfAbsent(current, name -> new HashMap<>())
                        .put(labels, Double.parseDouble(sample.group(3))),
                line);
    }

    private static String plain(final String escaped) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < escaped.length(); i++) {
            final char letter = escaped.charAt(i);
            if (letter == '\\') {
                i++;
                text.append(escaped.charAt(i) == 'n' ? '\n' : escaped.charAt(i));
            } else {
                text.append(letter);
            }
        }
        return text.toString();
    }

    double value(final String metric, final Map<String, String> labels) {
        final Double value = values.getOrDefault(metric, Map.of()).get(labels);
        assertNotNull(value, () -> metric + labels + " is not in " + values.get(metric));
        return value;
    }

    String type(final String metric) {
        return types.get(metric);
    }

    int metrics() {
        return types.size();
    }

    int samples() {
        return values.values().stream().mapToInt(Map::size).sum();
    }
}
