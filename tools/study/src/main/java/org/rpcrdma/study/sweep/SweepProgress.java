// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.rpcrdma.bench.console.TimeLeft;

/**
 * The progress of a sweep: the running point and the estimated remaining time. The estimate assumes that the remaining
 * RPCs take as long as the previous ones. Points that other processes finish also count. The first estimate may be too
 * short by one point per process, because points that other processes started earlier appear to be shorter.
 */
final class SweepProgress {
    private static final int LONGEST_LABEL = 60;

    private final TimeLeft left;
    private final int points;
    private final long rpcs;

    private int point;
    private String label = "";
    /** The number of RPCs of the finished points. */
    private long rpcsDone;

    /**
     * Creates the progress of the points to run.
     *
     * @param nanoTime the clock.
     * @param points   the number of points.
     * @param rpcs     the number of RPCs of all points, over all strategies.
     */
    SweepProgress(final LongSupplier nanoTime, final int points, final long rpcs) {
        this.left = new TimeLeft(nanoTime, rpcs, "RPCs", 1);
        this.points = points;
        this.rpcs = rpcs;
    }

    /** Records that the next point begins, and the number of points that this process and others have finished. */
    void begin(final String ofPoint, final int pointsDone, final long rpcsOfThese) {
        done(pointsDone, rpcsOfThese);
        label = ofPoint.length() <= LONGEST_LABEL ? ofPoint : ofPoint.substring(0, LONGEST_LABEL) + "...";
    }

    /** Records points that this process or others have finished. */
    void done(final int pointsDone, final long rpcsOfThese) {
        point = pointsDone + 1;
        rpcsDone = rpcsOfThese;
    }

    /** Returns the progress line, given the number of RPCs of the running point that are done. */
    String line(final long ofPoint) {
        final long done = rpcsDone + ofPoint;
        return String.format(
                Locale.ROOT, "point %d of %d, %s: %d %%%s", point, points, label, 100 * done / rpcs, left.after(done));
    }
}
