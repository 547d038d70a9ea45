// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.Arrays;

/**
 * How many calls a connection of a capture has in flight, as its tap saw them: over time, from the connection's first
 * message to its last, and as each call is made. All connections of the capture count together.
 */
public final class CallsInFlight {
    private long[] nanos = new long[1];
    private long[] calls = new long[1];

    CallsInFlight() {}

    /** Adds a time in which a number of calls was in flight. */
    void stay(final int inFlight, final long duration) {
        nanos = withRoom(nanos, inFlight);
        nanos[inFlight] += duration;
    }

    /** Counts a call with which a number of calls, itself included, is in flight. */
    void call(final int inFlight) {
        calls = withRoom(calls, inFlight);
        calls[inFlight]++;
    }

    private static long[] withRoom(final long[] counts, final int index) {
        return index < counts.length ? counts : Arrays.copyOf(counts, index + 1);
    }

    /**
     * Returns the shares of a connection's time.
     *
     * @return the share of each number of calls in flight from 0 on; they sum up to 1.
     */
    public double[] shareOfTime() {
        return shares(nanos);
    }

    /**
     * Returns the shares of the calls.
     *
     * @return the share of each number of calls in flight, the new call included, from 0 on; they sum up to 1.
     */
    public double[] shareOfCalls() {
        return shares(calls);
    }

    private static double[] shares(final long[] counts) {
        final double sum = Arrays.stream(counts).sum();
        return sum == 0
                ? new double[] {1}
                : Arrays.stream(counts).mapToDouble(count -> count / sum).toArray();
    }
}
