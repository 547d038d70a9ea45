// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.depth;

import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.settings.BufferSettings;

/**
 * Computes the number of Receives that a shared queue needs. A call needs one Receive for itself and one for each call
 * in flight. On the call's own connection, the number in flight has the distribution that the capture shows at the
 * start of calls. On other connections, it has the distribution that the capture shows over time. Connections are
 * independent of each other.
 */
final class NeededReceives {
    /** The maximum number of free Receives that have not been posted yet, because Receives are posted in batches. */
    private static final int UNPOSTED = BufferSettings.RECEIVE_BATCH - 1;

    /** The number of standard deviations in the rule of thumb. */
    private static final int DEVIATIONS = 5;

    private final Distribution ofTime;
    private final Distribution ofCalls;

    NeededReceives(final CaptureLoad load) {
        ofTime = Distribution.of(load.shareOfTimeInFlight());
        ofCalls = Distribution.of(load.shareOfCallsInFlight());
    }

    /** Returns the mean number of calls that a connection has in flight. */
    double mean() {
        return ofTime.mean();
    }

    double deviation() {
        return ofTime.deviation();
    }

    /** Returns the maximum number of calls that a connection had in flight. */
    int most() {
        return ofCalls.most();
    }

    /**
     * Returns a queue depth for each of the given shares, such that at most this share of the calls finds no Receive.
     */
    int[] receives(final int connections, final double... shares) {
        final Distribution needed = ofCalls.plus(ofTime.times(connections - 1));
        final int[] receives = new int[shares.length];
        for (int i = 0; i < shares.length; i++) {
            receives[i] = needed.atMost(shares[i]) + UNPOSTED;
        }
        return receives;
    }

    /**
     * Returns the depth according to the rule of thumb. The rule adds the mean for all connections together, five
     * standard deviations, and twice the burst of one connection. If the sum of all connections' bursts is less, it is
     * used instead. In both cases, one batch is added.
     */
    int rule(final int connections) {
        final double usual = connections * mean() + DEVIATIONS * Math.sqrt(connections) * deviation() + 2 * most();
        return (int) Math.ceil(Math.min(usual, (double) connections * most())) + UNPOSTED;
    }
}
