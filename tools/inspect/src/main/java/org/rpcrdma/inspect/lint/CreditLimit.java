// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/**
 * The maximum number of outstanding calls of one end.
 *
 * <p>A lower grant takes a while to reach the caller, and a capture at the responder contains calls that were sent
 * before it arrived. So it takes effect after the number of calls that the previous grant allowed, which includes the
 * calls in flight.
 */
final class CreditLimit {
    static final long UNKNOWN = -1;

    private long limit = UNKNOWN;
    private long lower = UNKNOWN;
    private long callsSince;
    private boolean isInitial;

    CreditLimit() {}

    /** Starts a connection: one call until the first reply. */
    void begin() {
        limit = 1;
        isInitial = true;
    }

    void granted(final long credits) {
        isInitial = false;
        if (limit == UNKNOWN || credits >= limit) {
            limit = credits;
            lower = UNKNOWN;
        } else if (credits != lower) {
            lower = credits;
            callsSince = 0;
        }
    }

    /** Counts a call; returns true if it exceeds the allowed number of outstanding calls. */
    boolean isExceededBy(final int outstanding) {
        if (lower != UNKNOWN && callsSince++ >= limit) {
            limit = lower;
            lower = UNKNOWN;
        }
        return limit != UNKNOWN && outstanding > limit;
    }

    /** Returns true until the first grant. */
    boolean isInitial() {
        return isInitial;
    }

    long limit() {
        return limit;
    }
}
