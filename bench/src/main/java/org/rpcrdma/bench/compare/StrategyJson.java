// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Formats a strategy's figures as JSON. Not part of {@link StrategyResult}, because loading Jackson takes longer than
 * formatting the text, which does not need it.
 */
final class StrategyJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StrategyJson() {}

    /**
     * Returns the figures of a strategy. Times that depend on uncertain costs come from the draws; a nested object
     * contains the same times at default costs.
     */
    static JsonNode of(final StrategyResult strategy) {
        final ObjectNode json = JSON.createObjectNode().put("name", strategy.name());
        json.setAll((ObjectNode) MergedFigures.of(strategy.runs()));
        final ObjectNode priced = JSON.valueToTree(PricedTimes.of(strategy.executed(), strategy.draws()));
        final ObjectNode usual = JSON.createObjectNode();
        priced.fieldNames().forEachRemaining(name -> usual.set(name, json.get(name)));
        json.setAll(priced);
        json.set("atUsualCosts", usual);
        return json;
    }
}
