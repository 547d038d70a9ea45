/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.util.Locale;
import java.util.function.LongSupplier;

/** How far a sweep is: which of its points runs, and how much time is left if the RPCs to come take as long as those before. */
final class SweepProgress {
    private static final int LONGEST_LABEL = 60;

    private final TimeLeft left;
    private final int points;
    private final long rpcs;

    private int point;
    private String label = "";
    /** RPCs of the points that are done. */
    private long rpcsDone;

    /**
     * Of points that are to be run.
     *
     * @param nanoTime a clock
     * @param points   how many
     * @param rpcs     of all their strategies
     */
    SweepProgress(final LongSupplier nanoTime, final int points, final long rpcs) {
        this.left = new TimeLeft(nanoTime, rpcs);
        this.points = points;
        this.rpcs = rpcs;
    }

    /** The next point begins. */
    void begin(final String ofPoint) {
        point++;
        label = ofPoint.length() <= LONGEST_LABEL ? ofPoint : ofPoint.substring(0, LONGEST_LABEL) + "...";
    }

    /** The point is done, which had so many RPCs. */
    void end(final long ofPoint) {
        rpcsDone += ofPoint;
    }

    /** How far it is, with so many RPCs of the point that runs. */
    String line(final long ofPoint) {
        final long done = rpcsDone + ofPoint;
        return String.format(
                Locale.ROOT, "point %d of %d, %s: %d %%%s", point, points, label, 100 * done / rpcs, left.after(done));
    }
}
