// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.Arrays;

/**
 * The distribution of the number of calls in flight per connection of a capture, combined over all connections. The
 * number is recorded over time, from a connection's first message to its last, and also at the start of each call.
 */
public final class CallsInFlight {
    private long[] nanos = new long[1];
    private long[] calls = new long[1];

    CallsInFlight() {}

    /** Adds a period with a given number of calls in flight. */
    void stay(final int inFlight, final long duration) {
        nanos = withRoom(nanos, inFlight);
        nanos[inFlight] += duration;
    }

    /** Counts a call that starts with a given number of calls in flight, including itself. */
    void call(final int inFlight) {
        calls = withRoom(calls, inFlight);
        calls[inFlight]++;
    }

    private static long[] withRoom(final long[] counts, final int index) {
        return index < counts.length ? counts : Arrays.copyOf(counts, index + 1);
    }

    /**
     * Returns the shares of a connection's time, by number of calls in flight.
     *
     * @return the share for each number of calls in flight, starting at 0; the sum is 1.
     */
    public double[] shareOfTime() {
        return shares(nanos);
    }

    /**
     * Returns the shares of the calls, by number of calls in flight.
     *
     * @return the share for each number of calls in flight, including the new call, starting at 0; the sum is 1.
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
