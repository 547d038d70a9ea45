// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.config.IommuMode;

/**
 * The instructions that Linux executes for a connection, as traced: a table of the patch's forms by IOMMU and number of
 * buffers.
 */
public final class KernelTrace {
    private static final String FILE = "/kernel/table.csv";
    private static final String NO_IOMMU = "none";
    private static final int TRACED_SIZE = 4096;
    private static final int SMALL_SHARD = 32 << 10;
    private static final int USUAL_SHARD = 64 << 10;
    private static final Map<String, String> IOMMUS = Map.of("intel", "VT-d", "amd", "AMD-Vi");

    private KernelTrace() {}

    /**
     * A row of the table. Times are in microseconds, at one nanosecond per instruction.
     *
     * @param kernel  the Linux version.
     * @param iommu   the IOMMU, or none.
     * @param mode    the IOMMU's mode.
     * @param form    stock, as-posted, cursor, or order-3.
     * @param buffers the number of Receive buffers per connection.
     * @param all     the time to set up and tear down the connection.
     * @param receive the part of that time spent on Receive buffers.
     * @param trace   the source: the job {@code kernel-patch}, or an earlier trace.
     */
    public record Row(
            String kernel,
            String iommu,
            IommuMode mode,
            String form,
            int buffers,
            double all,
            double receive,
            String trace) {
        private static Row of(final String line) {
            final String[] cells = line.split(",");
            return new Row(
                    cells[0],
                    cells[1],
                    IommuMode.valueOf(cells[2]),
                    cells[3],
                    Integer.parseInt(cells[4]),
                    Double.parseDouble(cells[5]),
                    Double.parseDouble(cells[6]),
                    cells[7]);
        }
    }

    /** Returns the table. */
    public static List<Row> rows() {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(KernelTrace.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
            return in.lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(1)
                    .map(Row::of)
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the form of the patch that a strategy models, or empty if it models none. */
    private static Optional<String> form(final Strategy strategy, final int shardSize) {
        if (strategy == Strategy.PER_BUFFER_DMA) {
            return Optional.of("stock");
        }
        if (strategy == Strategy.SHARD_DMA_32K) {
            return Optional.of("order-3");
        }
        if (strategy == Strategy.SHARD_DMA_AS_POSTED && shardSize == USUAL_SHARD) {
            return Optional.of("as-posted");
        }
        return strategy == Strategy.SHARD_DMA
                ? Optional.ofNullable(
                        Map.of(SMALL_SHARD, "order-3", USUAL_SHARD, "cursor").get(shardSize))
                : Optional.empty();
    }

    /** Returns the row for a strategy, or empty if the strategy was not traced. */
    private static Optional<Row> row(final Strategy strategy, final ComparisonSettings settings) {
        final SimulatedHardware hardware = settings.hardware();
        final String own = IOMMUS.getOrDefault(hardware.machine(), "");
        final String iommu = hardware.iommu() == IommuMode.OFF && !own.isEmpty() ? NO_IOMMU : own;
        return form(strategy, settings.buffers().shardSize())
                .flatMap(form -> rows().stream()
                        .filter(row -> row.form.equals(form)
                                && row.iommu.equals(iommu)
                                && row.mode == hardware.iommu()
                                && row.buffers == settings.buffers().count())
                        .findFirst());
    }

    /**
     * Returns the share of a connection's instructions that a strategy saves in the trace, or empty if it was not
     * traced.
     */
    static Optional<Double> saved(final Strategy baseline, final Strategy strategy, final ComparisonSettings settings) {
        if (settings.buffers().size() != TRACED_SIZE || settings.buffers().isShared()) {
            return Optional.empty();
        }
        return row(baseline, settings).flatMap(before -> row(strategy, settings).map(now -> 1 - now.all / before.all));
    }
}
