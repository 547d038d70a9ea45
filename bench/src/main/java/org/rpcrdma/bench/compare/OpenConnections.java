// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.compare.RunResult.Turnover;

/**
 * Counts the connections of a run that are open: each from when its client begins it until the server has given back
 * all that was its.
 */
public final class OpenConnections {
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;
    /** Of all that have ended, together: the times of their ends less those of their beginnings. */
    private double openNanos;

    private int begun;
    private int ended;
    private int mostOpen;

    public void begin(final long nowNanos) {
        firstNanos = Math.min(firstNanos, nowNanos);
        openNanos -= nowNanos;
        begun++;
        mostOpen = Math.max(mostOpen, begun - ended);
    }

    public void end(final long nowNanos) {
        lastNanos = Math.max(lastNanos, nowNanos);
        openNanos += nowNanos;
        ended++;
    }

    /** Returns when the first one began. */
    long firstNanos() {
        return firstNanos;
    }

    /** Returns the time from the first one's beginning to the last one's end. */
    double nanos() {
        return lastNanos - firstNanos;
    }

    /**
     * Returns the result, once all have ended.
     *
     * @param connectedNanos from the first one's beginning until all could call.
     */
    public Turnover turnover(final long connectedNanos) {
        return new Turnover(ended * 1e9 / nanos(), openNanos / nanos(), mostOpen, connectedNanos);
    }
}
