// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.rpcrdma.bench.compare.ComparisonResult.NicMisses;
import org.rpcrdma.bench.compare.ComparisonResult.StrategyResult;

/**
 * How many RPCs of a connection it takes until what a strategy costs in one place is made up for in another: set-up and
 * tear-down against the time of the median RPC.
 *
 * @param kind which way it is.
 * @param rpcs RPCs of a connection at the break-even; null if there is none.
 */
@JsonPropertyOrder({"kind", "rpcs"})
@JsonInclude(JsonInclude.Include.ALWAYS)
record BreakEven(Kind kind, Long rpcs) {
    /** Misses that differ by less than this part do so by the order in which RPCs came. */
    private static final double ALIKE = 0.01;

    /** Which of the two costs and which saves. */
    enum Kind {
        /** Neither costs anything. */
        AT_ONCE,
        /** Coming and going costs more, each RPC less: it pays from this number of RPCs. */
        FROM,
        /** Coming and going costs less, each RPC more: it pays up to this number of RPCs. */
        UP_TO,
        /** One costs and none saves. */
        NEVER,
        /** Nothing differs. */
        NO_DIFFERENCE
    }
    /**
     * Of a strategy and its baseline. If an RPC's misses are alike, nothing makes the RPC itself take longer or
     * shorter: what is seen of that comes of how many connections are there at once.
     */
    static BreakEven of(final StrategyResult baseline, final StrategyResult strategy) {
        final long connection = connectionNanos(baseline) - connectionNanos(strategy);
        final long rpc = missAlike(baseline, strategy)
                ? 0
                : baseline.latencyNanos().p50() - strategy.latencyNanos().p50();
        if (connection == 0 && rpc == 0) {
            return new BreakEven(Kind.NO_DIFFERENCE, null);
        }
        if (connection >= 0 && rpc >= 0) {
            return new BreakEven(Kind.AT_ONCE, null);
        }
        if (connection <= 0 && rpc <= 0) {
            return new BreakEven(Kind.NEVER, null);
        }
        return connection < 0
                ? new BreakEven(Kind.FROM, Math.floorDiv(-connection + rpc - 1, rpc))
                : new BreakEven(Kind.UP_TO, Math.floorDiv(connection, -rpc));
    }
    /**
     * Returns true if RPCs have the same misses in the IOTLB and in the NIC's keys and translations.
     */
    static boolean missAlike(final StrategyResult baseline, final StrategyResult strategy) {
        return alike(baseline.iotlbMisses(), strategy.iotlbMisses())
                && alike(tables(baseline.nicMisses()), tables(strategy.nicMisses()));
    }

    private static boolean alike(final long before, final long now) {
        return Math.abs(now - before) <= ALIKE * before;
    }

    private static long tables(final NicMisses misses) {
        return misses.keys() + misses.translations();
    }

    private static long connectionNanos(final StrategyResult strategy) {
        return strategy.setupNanos() + strategy.teardownNanos();
    }
}
