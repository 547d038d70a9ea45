// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/**
 * The maximum number of outstanding calls from one end.
 *
 * <p>A lower grant takes time to reach the caller, so a capture at the responder contains calls that were sent before
 * the grant arrived. Therefore, a lower grant takes effect only after as many calls as the previous grant allowed,
 * which includes all calls in flight.
 */
final class CreditLimit {
    static final long UNKNOWN = -1;

    private long limit = UNKNOWN;
    private long lower = UNKNOWN;
    private long callsSince;
    private boolean isInitial;

    CreditLimit() {}

    /** Starts a connection, on which one call is allowed until the first reply. */
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

    /** Counts a call. Returns true if the number of outstanding calls exceeds the limit. */
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
