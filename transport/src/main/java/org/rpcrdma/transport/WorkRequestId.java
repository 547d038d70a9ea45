// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Work-request ids of transfers: which call or slot, and whether the request is the last of its chain. Requests before the
 * last one are not signaled; where they fail or are flushed they complete nevertheless, and are not the end of the transfer.
 */
final class WorkRequestId {
    private static final int LAST = 1;

    private WorkRequestId() {}

    static long of(final int id) {
        return (long) id << 1;
    }

    static long last(final long wrId) {
        return wrId | LAST;
    }

    static boolean isLast(final long wrId) {
        return (wrId & LAST) != 0;
    }

    static int id(final long wrId) {
        return (int) (wrId >>> 1);
    }
}
