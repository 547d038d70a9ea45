// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The number of RPCs per connection at which a strategy breaks even. A strategy can break even if its set-up and
 * tear-down cost more CPU time and its RPCs cost less, or the reverse.
 *
 * @param kind the relation between the cost of set-up and tear-down and the cost of RPCs.
 * @param rpcs RPCs per connection at the break-even point; null if there is no such point.
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record BreakEven(Kind kind, Long rpcs) {
    /** The relation between the cost of set-up and tear-down and the cost of RPCs. */
    enum Kind {
        /** Neither costs more, so the strategy pays off from the start. */
        AT_ONCE,
        /**
         * Set-up and tear-down cost more and each RPC costs less, so the strategy pays off from this number of RPCs.
         */
        FROM,
        /**
         * Set-up and tear-down cost less and each RPC costs more, so the strategy pays off up to this number of RPCs.
         */
        UP_TO,
        /** At least one of the two costs more and neither costs less, so the strategy never pays off. */
        NEVER,
        /** Neither cost differs from the baseline's. */
        NO_DIFFERENCE
    }
    /**
     * Computes the break-even point from the CPU time that a strategy saves. Differences that may be due to chance
     * count as 0.
     *
     * @param connection nanoseconds saved in a connection's set-up and tear-down; negative if they take longer.
     * @param rpc        nanoseconds saved per RPC.
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
