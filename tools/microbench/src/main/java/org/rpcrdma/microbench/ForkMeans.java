// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.rpcrdma.bench.console.TextTable;

/**
 * A table that shows how much the forks of each benchmark differ: the minimum, the median and the maximum of the forks'
 * means. JMH's own error combines the variation between forks with the variation within a fork.
 */
final class ForkMeans {
    private ForkMeans() {}

    static void print(final Collection<RunResult> results, final PrintWriter out) {
        final TextTable table = new TextTable();
        table.row("Means of the forks", List.of("forks", "least", "median", "most", "unit"));
        for (final RunResult result : results) {
            final double[] means = result.getBenchmarkResults().stream()
                    .mapToDouble(fork -> fork.getPrimaryResult().getScore())
                    .sorted()
                    .toArray();
            table.row(
                    name(result.getParams()),
                    List.of(
                            Integer.toString(means.length),
                            number(means[0]),
                            number(median(means)),
                            number(means[means.length - 1]),
                            result.getPrimaryResult().getScoreUnit()));
        }
        out.println();
        table.print(out);
        out.flush();
    }

    /** Returns the class, the method and the parameters of a benchmark. */
    private static String name(final BenchmarkParams params) {
        final String full = params.getBenchmark();
        final StringBuilder name =
                new StringBuilder(full.substring(full.lastIndexOf('.', full.lastIndexOf('.') - 1) + 1));
        for (final String key : params.getParamsKeys()) {
            name.append(' ').append(key).append('=').append(params.getParam(key));
        }
        return name.toString();
    }

    private static double median(final double[] sorted) {
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String number(final double mean) {
        return String.format(Locale.ROOT, "%.2f", mean);
    }
}
