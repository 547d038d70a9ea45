// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Locale;
import java.util.function.LongSupplier;

/** Estimates the time that a job has left from the time that its finished part took. */
public final class TimeLeft {
    private static final long SECOND = 1_000_000_000;

    private final LongSupplier nanoTime;
    private final long begun;
    private final long total;

    /**
     * Of a job that begins.
     *
     * @param nanoTime a clock
     * @param total    parts of the job
     */
    public TimeLeft(final LongSupplier nanoTime, final long total) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.total = total;
    }

    /** Returns the remaining time in words, behind a comma, when a number of parts is done; empty if none is. */
    public String after(final long done) {
        if (done == 0) {
            return "";
        }
        final double elapsed = nanoTime.getAsLong() - begun;
        final long seconds = (long) (elapsed * (total - done) / done / SECOND);
        if (seconds < 60) {
            return ", " + seconds + " s left";
        }
        return seconds < 3600
                ? ", " + seconds / 60 + " min left"
                : String.format(Locale.ROOT, ", %d h %02d min left", seconds / 3600, seconds / 60 % 60);
    }
}
