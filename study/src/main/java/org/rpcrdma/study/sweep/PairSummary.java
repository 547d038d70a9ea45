// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;

/** The savings of one strategy compared with another over all points that have both, in words.
 *
 * @param title     which instead of which.
 * @param sentences the least and the most of each figure, and the break-even.
 */
public record PairSummary(String title, List<String> sentences) {
    private static final List<Figure> FIGURES = List.of(
            new Figure("Mappings", "/mappings"),
            new Figure("Set-up of a connection", "/setupNanos"),
            new Figure("Tear-down of a connection", "/teardownNanos"),
            new Figure("IOTLB entries that the buffers need", "/iotlbEntries"),
            new Figure("IOTLB misses", "/iotlbMisses"),
            new Figure("The median RPC's time, connection set-up and tear-down included", "/latencyNanos/p50"),
            new Figure("RPCs a second, connection set-up and tear-down included", "/rpcPerSecond"),
            new Figure("Memory mapped", "/bytesMapped"));

    private static final List<Outcome> OUTCOMES = List.of(
            new Outcome("AT_ONCE", "it costs nothing in time"),
            new Outcome("FROM", "it pays for connections of %s RPCs and more"),
            new Outcome("UP_TO", "it pays for connections of no more than %s RPCs"),
            new Outcome("NEVER", "it saves nothing in time, and costs some"),
            new Outcome("NO_DIFFERENCE", "nothing differs in time"));

    /** A figure of a strategy: what people call it, and a pointer to it. */
    private record Figure(String what, String pointer) {}

    /** A way to break even, in words. */
    private record Outcome(String kind, String words) {}

    /** Of all pairs of strategies that the results, all of one section, compare. */
    static List<PairSummary> all(final SweepResults results) {
        final List<PairSummary> answers = new ArrayList<>();
        StrategyPair.all(results)
                .forEach((title, atPoints) -> answers.add(new PairSummary(title, sentences(atPoints))));
        return answers;
    }

    private static List<String> sentences(final List<StrategyPair> pairs) {
        final List<String> sentences = new ArrayList<>();
        for (final Figure figure : FIGURES) {
            final Change change = new Change(figure.what, figure.pointer);
            pairs.forEach(pair -> change.add(pair.label(), pair.baseline(), pair.strategy()));
            change.sentence().ifPresent(sentences::add);
        }
        sentences.add(steadyState(pairs));
        sentences.add("Break-even: " + breakEven(pairs) + ".");
        // What it cannot change, or what the NIC's tables see: the last of each point's details.
        if (title(pairs).endsWith("-dma")
                && pairs.get(0).answer().get("strategy").asText().endsWith("-dma")) {
            final JsonNode details = pairs.get(0).answer().get("details");
            sentences.add(details.get(details.size() - 1).asText());
        }
        return sentences;
    }

    private static String title(final List<StrategyPair> pairs) {
        return pairs.get(0).title();
    }

    private static String steadyState(final List<StrategyPair> pairs) {
        final long same = pairs.stream()
                .filter(pair -> pair.answer().get("missesAlike").asBoolean())
                .count();
        if (same == 0) {
            return "Steady state: an RPC misses more or less of the IOTLB and the NIC's tables, and takes the more or"
                    + " less time.";
        }
        return "Steady state: an RPC misses as much of the IOTLB and the NIC's tables either way, and costs the same"
                + " once its"
                + " connection is set up" + places((int) same, pairs.size()) + ".";
    }

    /** Tells from how many RPCs on it pays, and at how many of the points. */
    static String breakEven(final List<StrategyPair> pairs) {
        final List<String> parts = new ArrayList<>();
        for (final Outcome outcome : OUTCOMES) {
            final List<JsonNode> there = pairs.stream()
                    .map(pair -> pair.answer().get("breakEven"))
                    .filter(breakEven -> breakEven.get("kind").asText().equals(outcome.kind))
                    .toList();
            if (!there.isEmpty()) {
                final LongSummaryStatistics rpcs = there.stream()
                        .mapToLong(breakEven -> breakEven.get("rpcs").asLong())
                        .summaryStatistics();
                parts.add(format(outcome.words, range(rpcs)) + places(there.size(), pairs.size()));
            }
        }
        return String.join("; ", parts);
    }

    private static String range(final LongSummaryStatistics numbers) {
        return numbers.getMin() == numbers.getMax()
                ? format("%,d", numbers.getMin())
                : format("%,d to %,d", numbers.getMin(), numbers.getMax());
    }

    private static String places(final int there, final int all) {
        if (all == 1) {
            return "";
        }
        return there == all ? " at every point" : format(" at %d of %d points", there, all);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
