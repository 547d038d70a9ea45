// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

/** What the clients of a run that have left came to, all together. */
final class ClientTotals {
    private int left;
    private long firstCallNanos = Long.MAX_VALUE;
    private long lastReplyNanos;
    private long payloadBytes;
    private long corruptions;

    void add(final LoadClient client) {
        left++;
        firstCallNanos = Math.min(firstCallNanos, client.firstCallNanos());
        lastReplyNanos = Math.max(lastReplyNanos, client.lastReplyNanos());
        payloadBytes += client.payloadBytes();
        corruptions += client.corruptions();
    }

    /** Clients that have left. */
    int left() {
        return left;
    }

    /** From the first call of any of them to the last reply of any. */
    long nanos() {
        return lastReplyNanos - firstCallNanos;
    }

    long payloadBytes() {
        return payloadBytes;
    }

    long corruptions() {
        return corruptions;
    }
}
