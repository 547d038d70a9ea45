// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Merges the figures of runs that differ only in their seeds. Numbers are merged into a {@link Spread}, and true
 * overrides false. A figure that is null in one run is null in the result, and a missing figure counts as 0.
 */
final class MergedFigures {
    private static final ObjectMapper JSON = new ObjectMapper();

    private MergedFigures() {}

    /** Merges the JSON trees of several runs. */
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
            final Set<String> names = new LinkedHashSet<>();
            nodes.forEach(node -> node.fieldNames().forEachRemaining(names::add));
            for (final String name : names) {
                object.set(
                        name,
                        merged(nodes.stream()
                                .map(node -> node.has(name) ? node.get(name) : IntNode.valueOf(0))
                                .toList()));
            }
            return object;
        }
        return first.isBoolean() ? BooleanNode.valueOf(nodes.stream().anyMatch(JsonNode::booleanValue)) : first;
    }
}
