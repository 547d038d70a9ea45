// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Names of benchmarks with their parameters: {@code EchoRpc.calls (messageBytes=4068)}. */
final class BenchmarkName {
    private BenchmarkName() {}

    static String of(final String simpleClass, final String method, final Map<String, String> parameters) {
        final String words = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(" "));
        return simpleClass + "." + method + (words.isEmpty() ? "" : " (" + words + ")");
    }

    /** Returns the name of JMH's result. */
    static String of(final JsonNode result) {
        final Map<String, String> parameters = new LinkedHashMap<>();
        final JsonNode values = result.path("params");
        values.fieldNames()
                .forEachRemaining(name -> parameters.put(name, values.path(name).asText()));
        return of(simpleClass(result), method(result), parameters);
    }

    /** Returns the class of JMH's result. */
    static String className(final JsonNode result) {
        final String name = result.path("benchmark").asText();
        return name.substring(0, name.lastIndexOf('.'));
    }

    static String simpleClass(final JsonNode result) {
        final String name = className(result);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    static String method(final JsonNode result) {
        final String name = result.path("benchmark").asText();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
