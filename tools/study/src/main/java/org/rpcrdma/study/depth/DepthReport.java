// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.depth;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.console.WrappedText;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The depths that the shared queues of a server need.
 *
 * @param version      the program's version.
 * @param capture      the capture whose calls are counted.
 * @param connections  the number of connections over all queues.
 * @param queues       the number of shared queues, one per processor that has connections.
 * @param perQueue     the maximum number of connections per queue.
 * @param credits      the number of credits per connection.
 * @param bufferSize   the bytes per Receive buffer.
 * @param meanInFlight the mean number of a connection's calls in flight over time.
 * @param deviation    the standard deviation of that number.
 * @param mostInFlight the maximum number of calls that a connection had in flight.
 * @param rnrNanos     the time that a client waits if it finds no Receive.
 * @param depths       the depths, by the share of calls that find no Receive.
 * @param ruleOfThumb  the depth according to the rule of thumb.
 */
public record DepthReport(
        String version,
        String capture,
        int connections,
        int queues,
        int perQueue,
        int credits,
        int bufferSize,
        double meanInFlight,
        double deviation,
        int mostInFlight,
        double rnrNanos,
        List<Depth> depths,
        int ruleOfThumb) {
    /** The shares of calls that find no Receive, as shown in the plot and the table. */
    static final double[] SHARES = {1e-2, 1e-3, 1e-4, 1e-6, 1e-9};

    private static final double MEGA = 1 << 20;
    private static final double MICRO = 1e3;
    private static final double PERCENT = 100;

    /**
     * A depth.
     *
     * @param share       the share of calls that find no Receive.
     * @param receives    the number of Receives per queue.
     * @param creditShare the number of Receives as a share of the credits of the queue's connections.
     * @param bytes       the size of the Receive buffers in all queues.
     * @param waitNanos   the time that these calls wait, averaged over all calls, in ns.
     */
    public record Depth(double share, int receives, double creditShare, long bytes, double waitNanos) {}

    /** Returns the report for a comparison that replays a capture. */
    public static DepthReport of(final Comparison comparison) {
        final ComparisonSettings settings = comparison.settings();
        final CaptureLoad load = (CaptureLoad) comparison.load();
        final NeededReceives needed = new NeededReceives(load);
        final int connections = settings.traffic().connections();
        final int queues = Math.min(connections, settings.host().processors());
        final int perQueue = (connections + queues - 1) / queues;
        final int credits = settings.buffers().credits();
        final int bufferSize = settings.buffers().size();
        final double rnrNanos = settings.hardware().costs().get(CostParameter.RNR_TIMER);
        final int[] receives = needed.receives(perQueue, SHARES);
        final List<Depth> depths = new ArrayList<>();
        for (int i = 0; i < SHARES.length; i++) {
            depths.add(new Depth(
                    SHARES[i],
                    receives[i],
                    (double) receives[i] / perQueue / credits,
                    (long) receives[i] * queues * bufferSize,
                    SHARES[i] * rnrNanos));
        }
        return new DepthReport(
                Version.CURRENT,
                load.title(),
                connections,
                queues,
                perQueue,
                credits,
                bufferSize,
                needed.mean(),
                needed.deviation(),
                needed.most(),
                rnrNanos,
                depths,
                needed.rule(perQueue));
    }

    /** Prints the report as text. */
    public void print(final PrintWriter out) {
        sentence(
                out,
                "%s: calls in flight per connection: %.2f on average, standard deviation %.2f, at most %,d",
                capture,
                meanInFlight,
                deviation,
                mostInFlight);
        sentence(
                out,
                "connections: %,d, in queues of %,d; %,d credits of %,d bytes: %,.1f MB if not shared",
                connections,
                perQueue,
                credits,
                bufferSize,
                (double) connections * credits * bufferSize / MEGA);
        final TextTable table = new TextTable();
        table.row(
                "calls that find no Receive",
                List.of("Receives per queue", "% of credits", "MB, all queues", "mean wait per call, us"));
        for (final Depth depth : depths) {
            table.row(
                    String.format(Locale.ROOT, "  1 in %,.0f", 1 / depth.share),
                    List.of(
                            String.format(Locale.ROOT, "%,d", depth.receives),
                            String.format(Locale.ROOT, "%.1f", PERCENT * depth.creditShare),
                            String.format(Locale.ROOT, "%,.2f", depth.bytes / MEGA),
                            String.format(Locale.ROOT, "%,.2f", depth.waitNanos / MICRO)));
        }
        table.print(out);
        sentence(
                out,
                "Rule of thumb: %,d Receives per queue. A client that finds no Receive waits %,.2f ms if the server "
                        + "grants RNR retries; otherwise its connection ends",
                ruleOfThumb,
                rnrNanos / MICRO / MICRO);
    }

    private static void sentence(final PrintWriter out, final String format, final Object... values) {
        WrappedText.print(out, "", String.format(Locale.ROOT, format, values));
    }
}
