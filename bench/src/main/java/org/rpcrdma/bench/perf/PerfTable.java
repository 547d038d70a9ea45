// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.perf.PerfRow.Bandwidth;
import org.rpcrdma.bench.perf.PerfRow.Latency;

/** Prints rows as they are measured, under the same headings as perftest. */
final class PerfTable {
    private static final List<String> BANDWIDTH =
            List.of("#bytes", "#iterations", "BW peak[MB/sec]", "BW average[MB/sec]", "MsgRate[Mpps]");
    private static final List<String> LATENCY = List.of(
            "#bytes",
            "#iterations",
            "t_min[usec]",
            "t_max[usec]",
            "t_typical[usec]",
            "t_avg[usec]",
            "t_stdev[usec]",
            "99% percentile[usec]",
            "99.9% percentile[usec]");
    private static final int NARROWEST = 8;

    private final List<String> headings;
    private final PrintWriter out;

    PerfTable(final PerfTest test, final PrintWriter out) {
        headings = test.isLatency() ? LATENCY : BANDWIDTH;
        this.out = out;
    }

    void heading() {
        line(headings);
    }

    void row(final PerfRow row) {
        line(row.bandwidth() == null ? cells(row, row.latencyMicros()) : cells(row, row.bandwidth()));
    }

    private static List<String> cells(final PerfRow row, final Bandwidth rates) {
        return List.of(
                Integer.toString(row.bytes()),
                Long.toString(row.iterations()),
                decimals(rates.peakMbPerSecond(), 2),
                decimals(rates.averageMbPerSecond(), 2),
                decimals(rates.messagesPerSecond() / 1e6, 6));
    }

    private static List<String> cells(final PerfRow row, final Latency times) {
        return List.of(
                Integer.toString(row.bytes()),
                Long.toString(row.iterations()),
                decimals(times.min(), 2),
                decimals(times.max(), 2),
                decimals(times.typical(), 2),
                decimals(times.average(), 2),
                decimals(times.deviation(), 2),
                decimals(times.p99(), 2),
                decimals(times.p999(), 2));
    }

    private static String decimals(final double value, final int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private void line(final List<String> cells) {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            final int width = Math.max(NARROWEST, headings.get(i).length());
            line.append(" ")
                    .append(cells.get(i))
                    .append(" ".repeat(Math.max(0, width - cells.get(i).length()) + 1));
        }
        out.println(line.toString().stripTrailing());
        out.flush();
    }
}
