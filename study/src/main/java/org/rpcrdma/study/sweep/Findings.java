// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rpcrdma.bench.compare.Point;

/** Sums up a section's first pair of strategies in a few lines: one for each choice beside the x axis.
 *
 * @param title which strategy instead of which
 * @param lines what it comes to, by the choice; how the plots open comes first
 */
record Findings(String title, Map<String, List<String>> lines) {
    /** Lines that are read: more would be a table. */
    private static final int MOST = 4;

    private static final Map<String, String> FIGURES = figures();

    private static Map<String, String> figures() {
        final Map<String, String> figures = new LinkedHashMap<>();
        figures.put("set-up", "/setupNanos");
        figures.put("tear-down", "/teardownNanos");
        figures.put("RPCs a second", "/rpcPerSecond");
        return figures;
    }

    /** Of a section's results; without lines if they compare nothing. */
    static Findings of(final SweepResults results, final SectionView view) {
        final Set<String> choices = new LinkedHashSet<>();
        results.ownPoints().stream().filter(view::shows).forEach(point -> choices.add(choice(point, view)));
        results.ownPoints().forEach(point -> choices.add(choice(point, view)));
        final Map<String, List<String>> lines = new LinkedHashMap<>();
        String title = "";
        for (final String choice : choices.stream().limit(MOST).toList()) {
            final List<List<StrategyPair>> pairs = new ArrayList<>(
                    StrategyPair.all(results.only(point -> choice(point, view).equals(choice)))
                            .values());
            if (!pairs.isEmpty()) {
                title = pairs.get(0).get(0).title();
                lines.put(choice, line(pairs.get(0)));
            }
        }
        return new Findings(title, lines);
    }

    private static String choice(final Point point, final SectionView view) {
        return String.join(
                ", ",
                view.others().stream()
                        .map(option -> option + " " + point.settings().get(option))
                        .toList());
    }

    private static List<String> line(final List<StrategyPair> pairs) {
        final List<String> parts = new ArrayList<>();
        FIGURES.forEach((what, pointer) -> {
            final Change change = new Change(what, pointer);
            pairs.forEach(pair -> change.add(pair.label(), pair.baseline(), pair.strategy()));
            change.brief().ifPresent(parts::add);
        });
        parts.add("in all " + PairSummary.breakEven(pairs));
        return parts;
    }
}
