// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The results of JMH as a page of Markdown: a table a question, each row beside the {@linkplain Question#reference()
 * reference} that ran with the same parameters in the same run.
 */
final class JmhPage {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** The results, by the simple names of their classes. */
    private final Map<String, List<JsonNode>> classes;

    /** The sections of the page as it was. */
    private final Map<String, List<String>> kept;

    /**
     * A page.
     *
     * @param results what JMH writes as JSON: an array.
     * @param before  the page as it was: what it has of benchmarks that did not run, and still are there, stays.
     */
    JmhPage(final JsonNode results, final String before) {
        classes = StreamSupport.stream(results.spliterator(), false)
                .collect(Collectors.groupingBy(BenchmarkName::simpleClass, TreeMap::new, Collectors.toList()));
        kept = PageSections.of(before);
        kept.keySet().removeIf(name -> classes.containsKey(name) || !isThere(name));
    }

    private static boolean isThere(final String simpleName) {
        return benchmarkClass(JmhPage.class.getPackageName() + "." + simpleName).isPresent();
    }

    void print(final PrintWriter out) {
        out.println("# What it costs: the microbenchmarks");
        out.println();
        out.println(
                "Written by `./rpcrdma jmh --gc --page FILE`. Each benchmark ran in JVMs of its own, its forks, peers in");
        out.println(
                "the same run as ours: judge by the ratios (ours is 1.00; 4.00 takes four times as long), for other");
        out.println(
                "machines have other times. A time is the median of the forks, ± how far one of them is away from it at");
        out.println("most.");
        final Set<String> names = new TreeSet<>(classes.keySet());
        names.addAll(kept.keySet());
        for (final String name : names) {
            if (classes.containsKey(name)) {
                printClass(out, name, classes.get(name));
            } else {
                out.println();
                kept.get(name).forEach(out::println);
            }
        }
    }

    private static void printClass(final PrintWriter out, final String simpleName, final List<JsonNode> results) {
        final Optional<Question> question = question(BenchmarkName.className(results.get(0)));
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
        final StringBuilder row = new StringBuilder("| ").append(BenchmarkName.method(result));
        for (final String parameter : parameters) {
            row.append(" | ").append(result.path("params").path(parameter).asText());
        }
        row.append(" | ").append(score(result).cell());
        row.append(" | ")
                .append(reference
                        .map(ours -> format(
                                "%.2f", score(result).median() / score(ours).median()))
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
                .filter(other -> BenchmarkName.method(other).equals(reference)
                        && other.path("params").equals(result.path("params")))
                .findFirst();
    }

    private static String allocated(final JsonNode result) {
        final JsonNode metric = result.path("secondaryMetrics").path(ALLOCATED);
        return metric.isMissingNode()
                ? ""
                : format("%,.3f", metric.path("score").asDouble());
    }

    private static Score score(final JsonNode result) {
        return Score.of(result.path("primaryMetric"));
    }

    private static Optional<Question> question(final String className) {
        return benchmarkClass(className).map(found -> found.getAnnotation(Question.class));
    }

    private static Optional<Class<?>> benchmarkClass(final String className) {
        try {
            return Optional.of(Class.forName(className));
        } catch (final ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static String format(final String format, final double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
