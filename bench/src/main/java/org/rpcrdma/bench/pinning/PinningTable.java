// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.io.PrintWriter;
import java.util.Locale;
import org.rpcrdma.bench.compare.Draws;
import org.rpcrdma.bench.pinning.PinningRow.Micros;

/** Prints rows as they are measured, in 80 columns. */
public final class PinningTable {
    private static final int K = 1 << 10;

    private final PrintWriter out;

    public PinningTable(final PrintWriter out) {
        this.out = out;
    }

    /**
     * Prints the headings.
     *
     * @param warmPairs the number of pairs per thread with a warm pool; not printed in virtual time.
     * @param coldPairs the number of pairs per thread with a cold pool; not printed in virtual time.
     */
    public void heading(final PinningRunner runner, final int warmPairs, final int coldPairs) {
        if (runner.isVirtual()) {
            line("reg: device=%s machine=%s, virtual time: from the cost model", runner.device(), runner.machine());
            line("Microseconds: median, and 5 %% to 95 %% of %d draws of the model's costs", Draws.COUNT);
        } else {
            line("reg: device=%s, real time: from this machine", runner.device());
            line("Microseconds: median, and 5 %% to 95 %% of %,d calls per thread (cold: %,d)", warmPairs, coldPairs);
        }
        line("%56s%24s", "registration", "deregistration");
        line(
                "%5s%5s%8s%5s%9s%8s%8s%8s%8s%8s%8s",
                "bytes", "page", "threads", "pool", "pairs/s", "5 %", "median", "95 %", "5 %", "median", "95 %");
        out.flush();
    }

    /** Prints a row. */
    public void row(final PinningRow row) {
        line(
                "%5s%5s%8d%5s%9.0f%s%s",
                size(row.bytes()),
                size(row.pageSize()),
                row.threads(),
                row.pool(),
                row.pairsPerSecond(),
                cells(row.registerMicros()),
                cells(row.deregisterMicros()));
        out.flush();
    }

    private static String cells(final Micros micros) {
        return cell(micros.p5()) + cell(micros.median()) + cell(micros.p95());
    }

    private static String cell(final double micros) {
        final int digits = micros < 1000 ? 2 : micros < 100_000 ? 1 : 0;
        return String.format(Locale.ROOT, "%8." + digits + "f", micros);
    }

    /** Formats a size, with the suffix K, M or G if possible. */
    static String size(final int bytes) {
        int value = bytes;
        int unit = 0;
        while (value % K == 0 && unit < 3) {
            value /= K;
            unit++;
        }
        return value + "KMG".substring(Math.max(0, unit - 1), unit);
    }

    private void line(final String format, final Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
