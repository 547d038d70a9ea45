// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.ComparisonHeading;
import org.rpcrdma.bench.compare.ComparisonResult;
import org.rpcrdma.bench.compare.ComparisonText;

/** The result of a comparison. Immutable. */
public final class ComparisonOutcome {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Comparison comparison;
    private final ComparisonResult result;
    private final JsonNode json;
    private final List<ComparedStrategy> strategies = new ArrayList<>();

    ComparisonOutcome(final Comparison comparison, final ComparisonResult result) {
        this.comparison = comparison;
        this.result = result;
        json = JSON.valueToTree(result);
        json.get("strategies").forEach(strategy -> strategies.add(new ComparedStrategy(strategy)));
    }

    /**
     * Returns the strategies' figures.
     *
     * @return the strategies in the order of the settings, with the baseline first.
     */
    public List<ComparedStrategy> strategies() {
        return List.copyOf(strategies);
    }

    /**
     * Returns the figures of one strategy.
     *
     * @param name the strategy's name.
     * @return the strategy's figures.
     * @throws IllegalArgumentException if the strategy does not exist.
     */
    public ComparedStrategy strategy(final String name) {
        return strategies.stream()
                .filter(strategy -> strategy.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such strategy: name=" + name));
    }

    /**
     * Returns a verdict on each strategy: the CPU time that it saves compared with its baseline. The text report begins
     * with these verdicts.
     *
     * @return one sentence for each strategy that has a baseline.
     */
    public List<String> verdicts() {
        return json.get("answer").findValuesAsText("verdict");
    }

    /**
     * Returns the settings that were taken from the capture.
     *
     * @return a line such as "from the capture: 64 credits, 135 Receive buffers"; empty if no setting was taken from
     *     the capture.
     */
    public String told() {
        return new ComparisonHeading(comparison, result).told();
    }

    /**
     * Prints the summary of {@code rpcrdma compare}: each strategy's saving, all on one scale, and its effects.
     *
     * @param out receives the lines; flushed afterwards.
     */
    public void print(final PrintWriter out) {
        print(new ComparisonText(false, false), out);
    }

    /**
     * Prints the text of {@code rpcrdma compare --details}: the summary, followed by all figures.
     *
     * @param out receives the lines; flushed afterwards.
     */
    public void printDetails(final PrintWriter out) {
        print(new ComparisonText(true, false), out);
    }

    void print(final ComparisonText text, final PrintWriter out) {
        text.print(comparison, result, out);
    }

    /**
     * Returns the result in the JSON format of {@code rpcrdma compare --json}.
     *
     * @return a JSON object on one line.
     */
    public String json() {
        return json.toString();
    }

    ComparisonResult result() {
        return result;
    }
}
