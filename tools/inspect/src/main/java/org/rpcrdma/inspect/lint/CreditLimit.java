// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/**
 * How many calls of one end may be outstanding.
 *
 * <p>A grant that is lower than the one before takes a while to reach the caller, and a capture from the responder's
 * side shows calls that were sent before it came. It counts once as many calls have passed as were allowed before:
 * those that were on their way are among them.
 */
final class CreditLimit {
    static final long UNKNOWN = -1;

    private long limit = UNKNOWN;
    private long lower = UNKNOWN;
    private long callsSince;
    private boolean isInitial;

    CreditLimit() {}

    /** Begins a connection: one call until the first reply. */
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

    /** Takes a call; returns true if more calls are outstanding with it than are allowed. */
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
