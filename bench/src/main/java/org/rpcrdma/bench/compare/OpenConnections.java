// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.compare.RunResult.Turnover;

/**
 * Counts the open connections in a run. A connection is open from the client's first step until the server has released
 * all of the connection's resources.
 */
public final class OpenConnections {
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;
    /** The sum of the connections' durations. */
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

    /** Returns the number of connections that have ended. */
    int ended() {
        return ended;
    }

    /** Returns the start time of the first connection. */
    long firstNanos() {
        return firstNanos;
    }

    /** Returns the time from the first connection's start to the last connection's end. */
    double nanos() {
        return lastNanos - firstNanos;
    }

    /**
     * Returns the result. Call this after all connections have ended.
     *
     * @param connectedNanos the time from the first connection's start until all connections could make calls.
     */
    public Turnover turnover(final long connectedNanos) {
        return new Turnover(ended * 1e9 / nanos(), openNanos / nanos(), mostOpen, connectedNanos);
    }
}
