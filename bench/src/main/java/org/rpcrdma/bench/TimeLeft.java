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

/** How much time a job has left if what is to come takes as long as what is done. */
final class TimeLeft {
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
    TimeLeft(final LongSupplier nanoTime, final long total) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.total = total;
    }

    /** In words, behind a comma, with so many parts done; nothing if none is. */
    String after(final long done) {
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
