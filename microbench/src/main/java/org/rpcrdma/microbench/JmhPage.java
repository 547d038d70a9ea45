// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The results of JMH as a page of Markdown: a table a question, each row beside the {@linkplain Question#reference()
 * reference} that ran with the same parameters in the same run.
 */
final class JmhPage {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** The results, by class. */
    private final Map<String, List<JsonNode>> classes;

    /**
     * A page.
     *
     * @param results what JMH writes as JSON: an array.
     */
    JmhPage(final JsonNode results) {
        classes = StreamSupport.stream(results.spliterator(), false)
                .collect(Collectors.groupingBy(JmhPage::className, LinkedHashMap::new, Collectors.toList()));
    }

    void print(final PrintWriter out) {
        out.println("# What it costs: the microbenchmarks");
        out.println();
        out.println("Written by `./rpcrdma jmh --gc --page FILE`. Each benchmark ran in JVMs of its own, peers in the"
                + " same run as ours:");
        out.println("judge by the ratios (ours is 1.00; 4.00 takes four times as long), for other machines have other"
                + " times.");
        classes.forEach((name, results) -> printClass(out, name, results));
    }

    private static void printClass(final PrintWriter out, final String name, final List<JsonNode> results) {
        final Optional<Question> question = question(name);
        final String simpleName = name.substring(name.lastIndexOf('.') + 1);
        final Set<String> parameters = new LinkedHashSet<>();
        results.forEach(result -> result.path("params").fieldNames().forEachRemaining(parameters::add));
        out.println();
        out.println("## " + question.map(Question::value).orElse(simpleName));
        out.println("`./rpcrdma jmh " + simpleName + " --gc`; " + conditions(results.get(0)));
        out.println();
        final String columns =
                parameters.stream().map(parameter -> parameter + " | ").collect(Collectors.joining());
        out.println("| benchmark | " + columns + "time | ratio | B/op |");
        out.println("|---".repeat(parameters.size() + 4) + "|");
        for (final JsonNode result : results) {
            final Optional<JsonNode> reference =
                    question.flatMap(asked -> reference(results, result, asked.reference()));
            printRow(out, result, parameters, reference);
        }
    }

    private static void printRow(
            final PrintWriter out,
            final JsonNode result,
            final Set<String> parameters,
            final Optional<JsonNode> reference) {
        final StringBuilder row = new StringBuilder("| ").append(method(result));
        for (final String parameter : parameters) {
            row.append(" | ").append(result.path("params").path(parameter).asText());
        }
        row.append(" | ").append(time(result.path("primaryMetric")));
        row.append(" | ")
                .append(reference
                        .map(ours -> format("%.2f", score(result) / score(ours)))
                        .orElse(""));
        row.append(" | ").append(allocated(result));
        out.println(row.append(" |"));
    }

    private static String conditions(final JsonNode result) {
        return result.path("vmName").asText() + " " + result.path("jdkVersion").asText() + ", threads "
                + result.path("threads").asText() + ", forks "
                + result.path("forks").asText() + " of "
                + result.path("measurementIterations").asText() + " iterations";
    }

    /** Returns the reference's result with the same parameters. */
    private static Optional<JsonNode> reference(
            final List<JsonNode> results, final JsonNode result, final String reference) {
        return results.stream()
                .filter(other ->
                        method(other).equals(reference) && other.path("params").equals(result.path("params")))
                .findFirst();
    }

    private static String time(final JsonNode metric) {
        final String score = format("%,.1f", metric.path("score").asDouble());
        final double error = metric.path("scoreError").asDouble(Double.NaN);
        return score + (Double.isNaN(error) ? "" : format(" ± %,.1f", error)) + " "
                + metric.path("scoreUnit").asText();
    }

    private static String allocated(final JsonNode result) {
        final JsonNode metric = result.path("secondaryMetrics").path(ALLOCATED);
        return metric.isMissingNode()
                ? ""
                : format("%,.3f", metric.path("score").asDouble());
    }

    private static double score(final JsonNode result) {
        return result.path("primaryMetric").path("score").asDouble();
    }

    private static String className(final JsonNode result) {
        final String name = result.path("benchmark").asText();
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static String method(final JsonNode result) {
        final String name = result.path("benchmark").asText();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Optional<Question> question(final String className) {
        try {
            return Optional.ofNullable(Class.forName(className).getAnnotation(Question.class));
        } catch (final ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static String format(final String format, final double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
