// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Replaces each figure that varies over the seeds by a single number in a JSON tree. The number is the median or one
 * end of the range.
 */
public final class Medians {
    private static final String MEDIAN = "median";

    private Medians() {}

    /** Returns a copy in which each figure is replaced by its median. */
    public static JsonNode of(final JsonNode node) {
        return of(node, MEDIAN);
    }

    /**
     * Returns a copy in which each figure is replaced by a number.
     *
     * @param which median, low or high.
     */
    static JsonNode of(final JsonNode node, final String which) {
        if (node.isArray()) {
            final ArrayNode array = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> array.add(of(element, which)));
            return array;
        }
        if (!node.isObject()) {
            return node;
        }
        if (node.has(MEDIAN)) {
            return node.get(which);
        }
        final ObjectNode object = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(field -> object.set(field.getKey(), of(field.getValue(), which)));
        return object;
    }
}
