// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/**
 * The work-request ids of send work requests. An id contains the request's call and the number of requests that its
 * completion covers.
 *
 * <pre>
 *   63        62        32 31                             1   0
 *  +---------+------------+--------------------------------+------+
 *  | reverse | call       | requests that it completes     | last |
 *  +---------+------------+--------------------------------+------+
 * </pre>
 *
 * <p>Only the last request of a chain is signaled, and its completion covers the entire chain. Earlier requests
 * generate their own completions only if they fail or are flushed. These completions cover 0 requests. The bit {@code
 * last} marks the end of a call's entire transfer, and {@code reverse} marks a message in the reverse direction (RFC
 * 8167).
 */
public final class WorkRequestId {
    private static final int LAST = 1;
    private static final long REVERSE = Long.MIN_VALUE;

    private WorkRequestId() {}

    /** Returns the id of a request that is not the last of its chain. */
    public static long of(final int call) {
        return (long) call << Integer.SIZE;
    }

    /**
     * Returns the id of the last request of a chain. The id contains the number of requests in the chain, and a flag
     * that is set if the chain ends the call's transfer.
     */
    public static long endOfChain(final int call, final int requests, final boolean last) {
        return of(call) | (long) requests << 1 | (last ? LAST : 0);
    }

    /** Returns the id of a message in the reverse direction, which consists of a single Send. */
    public static long reverse(final int call) {
        return REVERSE | endOfChain(call, 1, true);
    }

    public static boolean isReverse(final long wrId) {
        return wrId < 0;
    }

    public static int call(final long wrId) {
        return (int) ((wrId & ~REVERSE) >>> Integer.SIZE);
    }

    /** Returns the number of requests that this completion covers, or 0 if the request is not the last of its chain. */
    public static int requests(final long wrId) {
        return (int) wrId >>> 1;
    }

    public static boolean isEndOfChain(final long wrId) {
        return requests(wrId) > 0;
    }

    /** Returns true if the request is the last of its call's transfer. */
    public static boolean isLast(final long wrId) {
        return (wrId & LAST) != 0;
    }
}
