// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** Work-request ids of Sends in reverse direction: below 0, which no others are. */
final class ReverseId {
    private ReverseId() {}

    static long of(final int call) {
        return Long.MIN_VALUE | call;
    }

    static boolean isReverse(final long wrId) {
        return wrId < 0;
    }

    static int call(final long wrId) {
        return (int) wrId;
    }
}
