// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * How many RPCs a connection needs until a strategy's cost in one place is recovered in another: the
 * CPU time of its set-up and tear-down against that of an RPC.
 *
 * @param kind which way it is.
 * @param rpcs RPCs of a connection at the break-even; null if there is none.
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record BreakEven(Kind kind, Long rpcs) {
    /** Which of the two costs and which saves. */
    enum Kind {
        /** Neither costs anything. */
        AT_ONCE,
        /** Set-up and tear-down cost more, each RPC less: it pays from this number of RPCs. */
        FROM,
        /** Set-up and tear-down cost less, each RPC more: it pays up to this number of RPCs. */
        UP_TO,
        /** One costs and none saves. */
        NEVER,
        /** Nothing differs. */
        NO_DIFFERENCE
    }
    /**
     * Of CPU time that a strategy saves, with each seed. Differences due to chance count as 0.
     *
     * @param connection saved for a connection's set-up and tear-down: negative for more.
     * @param rpc        saved for an RPC.
     */
    static BreakEven of(final Spread connection, final Spread rpc) {
        final double once = connection.isNoDifference() ? 0 : connection.median();
        final double each = rpc.isNoDifference() ? 0 : rpc.median();
        if (once == 0 && each == 0) {
            return new BreakEven(Kind.NO_DIFFERENCE, null);
        }
        if (once >= 0 && each >= 0) {
            return new BreakEven(Kind.AT_ONCE, null);
        }
        if (once <= 0 && each <= 0) {
            return new BreakEven(Kind.NEVER, null);
        }
        return once < 0
                ? new BreakEven(Kind.FROM, (long) Math.ceil(-once / each))
                : new BreakEven(Kind.UP_TO, (long) Math.floor(once / -each));
    }
}
