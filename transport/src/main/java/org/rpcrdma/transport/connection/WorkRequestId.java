// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/**
 * Work-request ids of sends: the request's call, and the number of requests that its completion covers.
 *
 * <pre>
 *   63        62        32 31                             1   0
 *  +---------+------------+--------------------------------+------+
 *  | reverse | call       | requests that it completes     | last |
 *  +---------+------------+--------------------------------+------+
 * </pre>
 *
 * <p>Only the last request of a chain is signaled, and its completion covers the whole chain. Earlier requests complete
 * individually only if they fail or are flushed; their completions cover 0 requests. {@code last} marks the end of a
 * call's whole transfer, {@code reverse} a message of the reverse direction (RFC 8167).
 */
public final class WorkRequestId {
    private static final int LAST = 1;
    private static final long REVERSE = Long.MIN_VALUE;

    private WorkRequestId() {}

    /** Returns the id of a request that does not end its chain. */
    public static long of(final int call) {
        return (long) call << Integer.SIZE;
    }

    /** Returns the id of a chain's last request: the number of requests, and true if the call's transfer ends. */
    public static long endOfChain(final int call, final int requests, final boolean last) {
        return of(call) | (long) requests << 1 | (last ? LAST : 0);
    }

    /** Returns the id of a message in reverse direction, which is one Send. */
    public static long reverse(final int call) {
        return REVERSE | endOfChain(call, 1, true);
    }

    public static boolean isReverse(final long wrId) {
        return wrId < 0;
    }

    public static int call(final long wrId) {
        return (int) ((wrId & ~REVERSE) >>> Integer.SIZE);
    }

    /** Returns the number of requests that this completion covers; 0 unless the request ends a chain. */
    public static int requests(final long wrId) {
        return (int) wrId >>> 1;
    }

    public static boolean isEndOfChain(final long wrId) {
        return requests(wrId) > 0;
    }

    /** Returns true if the request ends its call's transfer. */
    public static boolean isLast(final long wrId) {
        return (wrId & LAST) != 0;
    }
}
