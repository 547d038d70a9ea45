// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.compare.ComparisonResult.Turnover;

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
    private int most;

    public void begin(final long nowNanos) {
        firstNanos = Math.min(firstNanos, nowNanos);
        openNanos -= nowNanos;
        begun++;
        most = Math.max(most, begun - ended);
    }

    public void end(final long nowNanos) {
        lastNanos = Math.max(lastNanos, nowNanos);
        openNanos += nowNanos;
        ended++;
    }

    /**
     * Returns the result, once all have ended.
     *
     * @param setupNanos that the server's processor spent on set-up and tear-down of all of them.
     */
    public Turnover turnover(final long setupNanos) {
        final double nanos = lastNanos - firstNanos;
        return new Turnover(ended * 1e9 / nanos, openNanos / nanos, most, setupNanos / nanos);
    }
}
