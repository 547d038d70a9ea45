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
 * The instructions that Linux executes for a connection with one form of the patch, and the model's count with machine
 * {@code instructions}. Both are in microseconds, at one nanosecond per instruction.
 *
 * @param trace           the source of the traced figures.
 * @param kernel          the Linux version.
 * @param iommu           the IOMMU and its mode.
 * @param form            the form of the patch.
 * @param buffers         the number of Receive buffers, which equals the number of credits.
 * @param traced          the traced set-up and tear-down of a connection.
 * @param modelled        the model's figure for set-up and tear-down, including the memory of soft-RoCE's queues.
 * @param tracedReceive   the traced part for Receive buffers.
 * @param modelledReceive the model's figure for that part.
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

    /** The number of send requests per credit for which svcrdma in Linux 6.1 reserves space on soft-RoCE. */
    private static final int REQUESTS_PER_CREDIT = 7;

    /** The number of additional send requests for which svcrdma reserves space. */
    private static final int OTHER_REQUESTS = 9;

    /** The number of instructions per slot in soft-RoCE's send queue and its completion queue. */
    private static final int INSTRUCTIONS_PER_SLOT = 164;

    /**
     * Runs the model for every row of the table.
     *
     * @param set the changed parameters.
     * @return the rows, in the order of the table.
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
                    (connection.total() + queueMemory(row.buffers())) / MICRO,
                    row.receive(),
                    connection.receiveBuffers().total() / MICRO));
        }
        return forms;
    }

    /**
     * Returns the number of instructions that allocate and free the memory of soft-RoCE's queues. The model, which
     * describes a NIC, does not include them. Soft-RoCE rounds the number of slots up to a power of two
     * (rxe_queue_init), so the work grows in steps (docs/results/interop.md, kernel-patch).
     */
    private static double queueMemory(final int credits) {
        final int slots = 2 * Integer.highestOneBit(REQUESTS_PER_CREDIT * credits + OTHER_REQUESTS);
        return (double) INSTRUCTIONS_PER_SLOT * slots;
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

    /** Returns the larger error of the two figures, as a fraction of the traced figure. */
    double error() {
        return Math.max(Math.abs(modelled / traced - 1), Math.abs(modelledReceive / tracedReceive - 1));
    }
}
