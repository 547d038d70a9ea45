// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.rpcrdma.bench.compare.SpreadText.format;

/**
 * A one-sentence verdict on the CPU time that a strategy saves. Savings are medians with intervals.
 *
 * @param strategy   the strategy.
 * @param baseline   the strategy for comparison.
 * @param connection nanoseconds saved in a connection's set-up and tear-down; negative if they take longer.
 * @param share      the same saving as a fraction of the baseline's time.
 * @param rpc        nanoseconds saved per RPC; 0 for no difference.
 * @param traced     the fraction of instructions saved in the Linux trace; null if the strategy was not traced.
 * @param isMounted  true if the connections are mounts.
 */
record Verdict(
        String strategy,
        String baseline,
        Spread connection,
        Spread share,
        Spread rpc,
        Double traced,
        boolean isMounted) {
    private static final int PERCENT = 100;

    /** Returns the sentence. */
    String text() {
        final String instead = strategy + " instead of " + baseline;
        if (isMounted) {
            return "While mounts stay, " + instead + ": " + calls() + ". Once, " + connections() + ".";
        }
        return instead + ": " + connections() + (rpc.isNoDifference() ? "" : "; " + calls()) + ".";
    }

    private String calls() {
        return rpc.isNoDifference() ? "no difference in an RPC's CPU time" : "an RPC takes " + saved(rpc) + " CPU time";
    }

    private String connections() {
        final String percent =
                SpreadText.of(connection.median() < 0 ? share.times(-1) : share, part -> format("%.1f", part * PERCENT))
                        + " %";
        final String trace = traced == null
                ? ""
                : format(
                        "; Linux, traced, executes %.1f %% %s",
                        Math.abs(traced) * PERCENT, traced < 0 ? "more" : "less");
        final String doubt = connection.isNoDifference() && connection.varies() ? ", of either sign" : "";
        return "connection set-up and tear-down take "
                + (connection.median() == 0 ? "the same" : saved(connection)) + " CPU time"
                + (connection.median() == 0 ? "" : ", " + percent + doubt) + trace;
    }

    private static String saved(final Spread nanos) {
        return nanos.median() < 0 ? SpreadText.time(nanos.times(-1)) + " more" : SpreadText.time(nanos) + " less";
    }

    /** Formats a change as a percentage followed by less or more. */
    static String changed(final double change) {
        return format("%.1f %% %s", Math.abs(change) * PERCENT, change < 0 ? "less" : "more");
    }
}
