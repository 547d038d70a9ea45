// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Locale;
import java.util.function.LongSupplier;

/** Measures a job's rate and estimates the remaining time from the duration of the finished part. */
public final class TimeLeft {
    private static final long SECOND = 1_000_000_000;

    private final LongSupplier nanoTime;
    private final long begun;
    private final long total;
    private final String unit;
    private final long partsOfUnit;

    /**
     * Starts a job's clock.
     *
     * @param nanoTime    the clock.
     * @param total       the job's size in parts.
     * @param unit        the unit in which the rate is reported.
     * @param partsOfUnit the number of parts per unit.
     */
    public TimeLeft(final LongSupplier nanoTime, final long total, final String unit, final long partsOfUnit) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.total = total;
        this.unit = unit;
        this.partsOfUnit = partsOfUnit;
    }

    /** Returns the rate and the remaining time, each preceded by a comma. The text is empty if no part is done. */
    public String after(final long done) {
        final double elapsed = nanoTime.getAsLong() - begun;
        if (done == 0 || elapsed <= 0) {
            return "";
        }
        final double rate = (double) done / partsOfUnit / elapsed * SECOND;
        final long seconds = (long) (elapsed * (total - done) / done / SECOND);
        return String.format(Locale.ROOT, ", %,d %s/s, %s left", Math.round(rate), unit, words(seconds));
    }

    private static String words(final long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? seconds / 60 + " min"
                : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
    }
}
