// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.compare.Point;

/**
 * A strategy and its baseline at one point.
 *
 * @param label      what sets the point apart
 * @param answer     what the comparison says of the two
 * @param strategies the figures of all the point's strategies
 */
record StrategyPair(String label, JsonNode answer, JsonNode strategies) {
    /** Returns all pairs that results of one section compare, by their titles. */
    static Map<String, List<StrategyPair>> all(final SweepResults results) {
        final List<Point> points = results.grid().points();
        final Map<String, List<StrategyPair>> pairs = new LinkedHashMap<>();
        for (final JsonNode point : results.points()) {
            final String label = points.get(point.get("point").asInt() - 1).values();
            for (final JsonNode answer : point.at("/result/answer")) {
                final StrategyPair pair = new StrategyPair(label, answer, point.at("/result/strategies"));
                pairs.computeIfAbsent(pair.title(), title -> new ArrayList<>()).add(pair);
            }
        }
        return pairs;
    }

    String title() {
        return answer.get("strategy").asText() + " instead of "
                + answer.get("baseline").asText();
    }

    JsonNode strategy() {
        return figures("strategy");
    }

    JsonNode baseline() {
        return figures("baseline");
    }

    private JsonNode figures(final String which) {
        for (final JsonNode strategy : strategies) {
            if (strategy.get("name").equals(answer.get(which))) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("no figures: " + which + "=" + answer.get(which));
    }
}
