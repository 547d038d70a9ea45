// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.load.LoadClient;

/** The totals of the clients of a run that have left. */
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

    /** Clients that have left. */
    int left() {
        return left;
    }

    /** Returns when the last of them could call. */
    long lastFirstCallNanos() {
        return lastFirstCallNanos;
    }

    /** From the first call of any of them to the last reply of any. */
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
