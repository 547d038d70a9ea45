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

import org.rpcrdma.bench.ComparisonResult.Turnover;

/** Counts the connections of a run that are open: each from when its client begins it until the server has given back all that was its. */
final class OpenConnections {
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;
    /** Of all that have ended, together: the times of their ends less those of their beginnings. */
    private double openNanos;

    private int begun;
    private int ended;
    private int most;

    void begin(final long nowNanos) {
        firstNanos = Math.min(firstNanos, nowNanos);
        openNanos -= nowNanos;
        begun++;
        most = Math.max(most, begun - ended);
    }

    void end(final long nowNanos) {
        lastNanos = Math.max(lastNanos, nowNanos);
        openNanos += nowNanos;
        ended++;
    }

    /**
     * What it came to, once all have ended.
     *
     * @param setupNanos that the server's processor spent on set-up and tear-down of all of them.
     */
    Turnover turnover(final long setupNanos) {
        final double nanos = lastNanos - firstNanos;
        return new Turnover(ended * 1e9 / nanos, openNanos / nanos, most, setupNanos / nanos);
    }
}
