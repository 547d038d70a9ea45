// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.console.TextTable;

/**
 * Estimates the cost of a sweep before it starts.
 *
 * @param points the unfinished points.
 * @param all    the number of points in the grid.
 * @param cost   the cost of RPCs and buffers on one thread of this machine.
 */
public record SweepPlan(List<Planned> points, int all, SweepCost cost) {
    private static final double NANOS_A_SECOND = 1e9;

    /**
     * An unfinished point.
     *
     * @param point   the point.
     * @param rpcs    the number of RPCs over all strategies and seeds.
     * @param buffers the number of connections' Receive buffers over all strategies and seeds.
     * @param seeds   the number of seeds that run concurrently.
     * @param bytes   the maximum number of bytes that concurrent seeds use for buffers.
     */
    record Planned(Point point, long rpcs, long buffers, int seeds, long bytes) {}

    /**
     * Prints one line per point, followed by the totals.
     *
     * @param out receives the lines.
     */
    public void print(final PrintWriter out) {
        final TextTable table = new TextTable();
        table.row("point", List.of("RPCs", "about s", "MB", "settings"));
        for (final Planned planned : points) {
            table.row(
                    Integer.toString(planned.point.number()),
                    List.of(
                            format("%,d", planned.rpcs),
                            format("%,.1f", seconds(planned)),
                            megabytes(planned.bytes),
                            planned.point.label()));
        }
        table.print(out);
        out.println(format(
                "%d of %d points to run: %,d RPCs, about %,.0f s in one process; at most %s MB of buffers, limit %s MB",
                points.size(),
                all,
                points.stream().mapToLong(Planned::rpcs).sum(),
                points.stream().mapToDouble(this::seconds).sum(),
                megabytes(points.stream().mapToLong(Planned::bytes).max().orElse(0)),
                megabytes(Runtime.getRuntime().maxMemory())));
    }

    private double seconds(final Planned planned) {
        return cost.nanos(planned.rpcs, planned.buffers) / planned.seeds / NANOS_A_SECOND;
    }

    private static String megabytes(final long bytes) {
        return format("%,.0f", Math.ceil(bytes / (double) (1 << 20)));
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
