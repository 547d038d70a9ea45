// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;

/**
 * What a benchmark took.
 *
 * @param median of the forks, each with the median of its iterations.
 * @param spread how far the median of a fork is away from that at most.
 * @param unit   for example ns/op.
 */
record Score(double median, double spread, String unit) {
    private static final Pattern CELL = Pattern.compile("([\\d,.]+)(?: ± ([\\d,.]+))? (\\S+)");

    /** Reads JMH's metric: its forks, or its score if it has none. */
    static Score of(final JsonNode metric) {
        final List<Double> forks = new ArrayList<>();
        metric.path("rawData")
                .forEach(fork -> forks.add(
                        median(StreamSupport.stream(fork.spliterator(), false).mapToDouble(JsonNode::asDouble))));
        final double median = forks.isEmpty() ? metric.path("score").asDouble() : median(doubles(forks));
        final double spread =
                doubles(forks).map(fork -> Math.abs(fork - median)).max().orElse(0);
        return new Score(median, spread, metric.path("scoreUnit").asText());
    }

    /** Reads the cell of a page; null if it is none. */
    static Score of(final String cell) {
        final Matcher parts = CELL.matcher(cell);
        return parts.matches()
                ? new Score(number(parts.group(1)), parts.group(2) == null ? 0 : number(parts.group(2)), parts.group(3))
                : null;
    }

    private static double number(final String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    private static DoubleStream doubles(final List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue);
    }

    private static double median(final DoubleStream values) {
        final double[] sorted = values.sorted().toArray();
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElse(0);
    }

    /** Returns true if the two have no time in common. */
    boolean isBeyond(final Score other) {
        return Math.abs(median - other.median) > spread + other.spread;
    }

    /** Returns the cell of a page; of one fork there is no spread. */
    String cell() {
        return spread == 0
                ? String.format(Locale.ROOT, "%,.1f %s", median, unit)
                : String.format(Locale.ROOT, "%,.1f ± %,.1f %s", median, spread, unit);
    }
}
