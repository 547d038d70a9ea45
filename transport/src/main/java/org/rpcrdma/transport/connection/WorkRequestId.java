// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/**
 * Work-request ids of sends: the call that a request belongs to, and the requests that its completion covers.
 *
 * <pre>
 *   63        62        32 31                             1   0
 *  +---------+------------+--------------------------------+------+
 *  | reverse | call       | requests that end with it      | last |
 *  +---------+------------+--------------------------------+------+
 * </pre>
 *
 * <p>Only the end of a chain is signaled, and all requests of its chain have completed with it. Requests before it that
 * fail or are flushed complete nevertheless: with them end 0 requests. {@code last} marks the end of a call's whole
 * transfer, {@code reverse} a message of the other direction (RFC 8167).
 */
public final class WorkRequestId {
    private static final int LAST = 1;
    private static final long REVERSE = Long.MIN_VALUE;

    private WorkRequestId() {}

    /** Returns the id of a request within a chain of a call. */
    public static long of(final int call) {
        return (long) call << Integer.SIZE;
    }

    /** Returns the id of a chain's end: of how many requests, and whether the call's transfer ends, too. */
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

    /** Returns the requests that have completed with this one; 0 unless it ends a chain. */
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
