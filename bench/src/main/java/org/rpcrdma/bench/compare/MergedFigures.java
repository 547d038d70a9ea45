// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Merges the figures of runs that differ in their seed only: a number becomes its {@link Spread}, true wins over false,
 * and a figure that one run lacks is omitted.
 */
final class MergedFigures {
    private static final ObjectMapper JSON = new ObjectMapper();

    private MergedFigures() {}

    /** Returns one tree of those that each run has. */
    static JsonNode of(final List<?> runs) {
        return merged(runs.stream().<JsonNode>map(JSON::valueToTree).toList());
    }

    private static JsonNode merged(final List<JsonNode> nodes) {
        final JsonNode first = nodes.get(0);
        if (nodes.stream().anyMatch(JsonNode::isNull)) {
            return NullNode.instance;
        }
        if (first.isNumber()) {
            return JSON.valueToTree(
                    Spread.of(nodes.stream().mapToDouble(JsonNode::doubleValue).toArray()));
        }
        if (first.isObject()) {
            final ObjectNode object = JSON.createObjectNode();
            first.fieldNames()
                    .forEachRemaining(name -> object.set(
                            name,
                            merged(nodes.stream().map(node -> node.get(name)).toList())));
            return object;
        }
        return first.isBoolean() ? BooleanNode.valueOf(nodes.stream().anyMatch(JsonNode::booleanValue)) : first;
    }
}
