// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.load.LoadClient;

/** The totals of the clients that have finished in a run. */
public final class ClientTotals {
    private int left;
    private long firstCallNanos = Long.MAX_VALUE;
    private long lastFirstCallNanos;
    private long lastReplyNanos;
    private long payloadBytes;
    private long corruptions;

    public void add(final LoadClient client) {
        left++;
        firstCallNanos = Math.min(firstCallNanos, client.firstCallNanos());
        lastFirstCallNanos = Math.max(lastFirstCallNanos, client.firstCallNanos());
        lastReplyNanos = Math.max(lastReplyNanos, client.lastReplyNanos());
        payloadBytes += client.payloadBytes();
        corruptions += client.corruptions();
    }

    /** Returns the number of clients that have finished. */
    int left() {
        return left;
    }

    /** Returns the time at which the last client issued its first call. */
    long lastFirstCallNanos() {
        return lastFirstCallNanos;
    }

    /** Returns the time from the first call of any client to the last reply of any client. */
    public long nanos() {
        return lastReplyNanos - firstCallNanos;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    public long corruptions() {
        return corruptions;
    }
}
