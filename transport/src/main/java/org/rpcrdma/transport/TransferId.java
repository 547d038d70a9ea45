// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Work-request ids of a server's transfers:
 *
 * <pre>
 *   63        32 31                             1   0
 *  +------------+--------------------------------+------+
 *  | call       | requests that are done with it | last |
 *  +------------+--------------------------------+------+
 * </pre>
 *
 * <p>Only the end of a chain is signaled, and done with it are all requests of its chain. Requests before it that fail or
 * are flushed complete nevertheless: they are 0 requests, and the end of nothing.
 */
final class TransferId {
    private static final int LAST = 1;

    private TransferId() {}

    static long of(final int call) {
        return (long) call << Integer.SIZE;
    }

    /** The id of a chain's end: of how many requests, and whether it ends the call's transfer too. */
    static long endOfChain(final int call, final int requests, final boolean last) {
        return of(call) | (long) requests << 1 | (last ? LAST : 0);
    }

    static int call(final long id) {
        return (int) (id >>> Integer.SIZE);
    }

    static int requests(final long id) {
        return (int) id >>> 1;
    }

    static boolean isLast(final long id) {
        return (id & LAST) != 0;
    }
}
