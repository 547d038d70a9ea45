// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rpcrdma.bench.registration.RegistrationResult.CaptureResult;
import org.rpcrdma.bench.registration.RegistrationResult.DesignResult;

/** Prints the result for one capture as a table with one row per figure and one column per design. */
public record RegistrationReport(CaptureResult result, PrintWriter out) {
    private static final int LABEL_WIDTH = 34;
    private static final int COLUMN_WIDTH = 20;
    private static final long SECOND = 1_000_000_000L;

    public void print() {
        out.println(format(
                "%s: %,d registrations of %,d bytes in %.1f s, at most %,d concurrent, %.2f ms each; %,d keys of %,d"
                        + " regions",
                result.capture(),
                result.registrations(),
                result.bytes(),
                (double) result.durationNanos() / SECOND,
                result.mostAtOnce(),
                result.meanLifeNanos() / 1e6,
                result.keys(),
                result.keyIndexes()));
        row("", DesignResult::name);
        out.println("Handles (mkeys)");
        count("  made at start", DesignResult::handlesAtStart);
        count("  made for registrations", DesignResult::handlesCreated);
        count("  reused", DesignResult::handlesReused);
        row("  hit rate", r -> format("%.1f %%", 100 * r.hitRate()));
        count("  aged, by the end", DesignResult::handlesAged);
        out.println("Bytes held");
        count("  at start", DesignResult::bytesAtStart);
        count("  at most", DesignResult::peakBytes);
        for (int quarter = 1; quarter <= 4; quarter++) {
            bytesAt(result.durationNanos() / 4 * quarter);
        }
        bytesAt(result.durationNanos() + 60 * SECOND);
        bytesAt(result.durationNanos() + 120 * SECOND);
        out.println("Virtual time, from the cost model");
        row("  start, ms", r -> format("%,.2f", r.startNanos() / 1e6));
        row("  close, ms", r -> format("%,.2f", r.closeNanos() / 1e6));
        row("  registration, mean us", r -> format("%,.2f", r.registerMeanNanos() / 1e3));
        row("  deregistration, mean us", r -> format("%,.2f", r.deregisterMeanNanos() / 1e3));
    }

    private void bytesAt(final long nanos) {
        count(format("  after %.1f s", (double) nanos / SECOND), r -> r.bytesAt(nanos));
    }

    private void count(final String label, final ToLongFunction<DesignResult> value) {
        row(label, r -> format("%,d", value.applyAsLong(r)));
    }

    private void row(final String label, final Function<DesignResult, String> cell) {
        final StringBuilder line = new StringBuilder(format("%-" + LABEL_WIDTH + "s", label));
        for (final DesignResult design : result.designs()) {
            line.append(format("%" + COLUMN_WIDTH + "s", cell.apply(design)));
        }
        out.println(line);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
