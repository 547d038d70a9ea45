// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.config.IommuMode;

/**
 * The work that Linux 7.3 does for a connection's Receive buffers in one form, and the same work as counted and priced
 * by the model. Both are in microseconds, at one nanosecond per instruction.
 *
 * @param iommu    the IOMMU and its mode.
 * @param form     the form of the buffers.
 * @param buffers  the number of Receive buffers.
 * @param traced   the work that Linux executes.
 * @param modelled the work in the model.
 */
public record ReceiveForm(String iommu, String form, int buffers, double traced, double modelled) {
    private static final String FILE = "/calibration/kernel-forms.csv";
    private static final double MICRO = 1e3;
    private static final int AMD = 2;
    private static final int BUFFERS = 3;
    private static final int INSTRUCTIONS = 4;

    /**
     * Runs the model for every row of the table.
     *
     * @param set the changed parameters.
     * @return the rows, in the order of the table.
     */
    public static List<ReceiveForm> all(final Map<String, Double> set) throws IOException {
        final Map<String, Double> intel = new LinkedHashMap<>();
        final Map<String, Double> amd = new LinkedHashMap<>();
        final List<ReceiveForm> forms = new ArrayList<>();
        for (final String[] cells : rows()) {
            if (cells.length <= INSTRUCTIONS) {
                intel.put(cells[0], Double.valueOf(cells[1]));
                amd.put(cells[0], Double.valueOf(cells[AMD]));
            } else {
                final Map<String, Double> costs = new LinkedHashMap<>(cells[0].equals("AMD-Vi") ? amd : intel);
                costs.putAll(set);
                forms.add(run(cells, costs));
            }
        }
        return forms;
    }

    /** Returns the cells of each row. Costs come first, followed by forms. */
    private static List<String[]> rows() throws IOException {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(ReceiveForm.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.startsWith("#") && !line.startsWith("cost,") && !line.startsWith("iommu,"))
                    .map(line -> line.split(","))
                    .toList();
        }
    }

    private static ReceiveForm run(final String[] cells, final Map<String, Double> costs) throws IOException {
        final int buffers = Integer.parseInt(cells[BUFFERS]);
        final IommuMode mode = IommuMode.valueOf(cells[1]);
        final Strategy strategy = switch (cells[2]) {
            case "stock" -> Strategy.PER_BUFFER_DMA;
            case "rfc-v3" -> Strategy.SHARD_DMA_AS_POSTED;
            case "cursor-64K" -> Strategy.SHARD_DMA;
            case "cursor-32K" -> Strategy.SHARD_DMA_32K;
            case "one-iova-32K" -> Strategy.ONE_IOVA;
            default -> throw new IllegalStateException("no strategy models form " + cells[2]);
        };
        return new ReceiveForm(
                mode == IommuMode.OFF ? cells[0] : cells[0] + " " + mode.name().toLowerCase(Locale.ROOT),
                cells[2],
                buffers,
                Double.parseDouble(cells[INSTRUCTIONS]) / MICRO,
                KernelForm.connection(cells[0], mode, buffers, strategy, costs)
                                .receiveBuffers()
                                .total()
                        / MICRO);
    }

    /** Returns the error, as a fraction of the traced figure. */
    double error() {
        return Math.abs(modelled / traced - 1);
    }
}
