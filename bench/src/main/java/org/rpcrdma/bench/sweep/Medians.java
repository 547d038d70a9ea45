// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Replaces figures that vary over seeds, in JSON, by their medians. */
public final class Medians {
    private static final String MEDIAN = "median";

    private Medians() {}

    /** Returns a copy with a number for each figure. */
    public static JsonNode of(final JsonNode node) {
        if (node.isArray()) {
            final ArrayNode array = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> array.add(of(element)));
            return array;
        }
        if (!node.isObject()) {
            return node;
        }
        if (node.has(MEDIAN)) {
            return node.get(MEDIAN);
        }
        final ObjectNode object = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(field -> object.set(field.getKey(), of(field.getValue())));
        return object;
    }
}
