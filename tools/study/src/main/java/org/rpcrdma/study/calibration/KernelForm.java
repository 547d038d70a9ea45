// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.ConnectionTime;
import org.rpcrdma.bench.compare.KernelTrace;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.config.IommuMode;

/**
 * What Linux, traced, executes for a connection with a form of the patch, and what the model counts and prices with
 * machine {@code instructions}: microseconds at a nanosecond per instruction.
 *
 * @param trace           where the traced figures are from
 * @param kernel          the version of Linux
 * @param iommu           the IOMMU and its mode
 * @param form            the form of the patch
 * @param buffers         Receive buffers, one posted for each
 * @param traced          all of a connection's set-up and tear-down
 * @param modelled        the same of the model
 * @param tracedReceive   the part that is Receive buffers
 * @param modelledReceive the same of the model
 */
public record KernelForm(
        String trace,
        String kernel,
        String iommu,
        String form,
        int buffers,
        double traced,
        double modelled,
        double tracedReceive,
        double modelledReceive) {
    private static final double MICRO = 1e3;

    /**
     * Runs the model for every row of the table.
     *
     * @param set changed parameters.
     * @return the rows, in the table's order.
     */
    public static List<KernelForm> all(final Map<String, Double> set) throws IOException {
        final List<KernelForm> forms = new ArrayList<>();
        for (final KernelTrace.Row row : KernelTrace.rows()) {
            final ConnectionTime connection =
                    connection(row.iommu(), row.mode(), row.buffers(), strategy(row.form()), set);
            forms.add(new KernelForm(
                    row.trace(),
                    row.kernel(),
                    row.iommu() + (row.iommu().equals("none") ? "" : " " + mode(row)),
                    row.form(),
                    row.buffers(),
                    row.all(),
                    connection.total() / MICRO,
                    row.receive(),
                    connection.receiveBuffers().total() / MICRO));
        }
        return forms;
    }

    private static String mode(final KernelTrace.Row row) {
        return row.mode().name().toLowerCase(Locale.ROOT);
    }

    private static Strategy strategy(final String form) {
        return switch (form) {
            case "stock" -> Strategy.PER_BUFFER_DMA;
            case "as-posted" -> Strategy.SHARD_DMA_AS_POSTED;
            case "order-3" -> Strategy.SHARD_DMA_32K;
            default -> Strategy.SHARD_DMA;
        };
    }

    /** Returns the model's time for a connection that makes one call. */
    static ConnectionTime connection(
            final String iommu,
            final IommuMode mode,
            final int buffers,
            final Strategy strategy,
            final Map<String, Double> set)
            throws IOException {
        final ComparisonSettings.Builder settings = new ComparisonSettings.Builder()
                .echo(1, 1024)
                .connections(1)
                .seeds(1, 1)
                .credits(buffers)
                .buffers(buffers)
                .machine(iommu.equals("AMD-Vi") ? "instructions-amd" : "instructions")
                .iommu(mode)
                .strategies(strategy);
        set.forEach(settings::cost);
        return Comparison.of(settings.build(), new Captures(new PrintWriter(Writer.nullWriter())))
                .run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE)
                .strategies()
                .get(0)
                .runs()
                .get(0)
                .costs()
                .connectionNanos();
    }

    /** Returns the larger error of the two figures, a fraction of the traced one. */
    double error() {
        return Math.max(Math.abs(modelled / traced - 1), Math.abs(modelledReceive / tracedReceive - 1));
    }
}
