// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.rpcrdma.bench.compare.SpreadText.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Says in a sentence which of two strategies takes less of a server's CPU time, and when.
 *
 * @param strategy   one of them
 * @param baseline   the other one
 * @param breakEven  when the strategy takes less
 * @param connection how much more it takes for connection set-up and tear-down: a share of the baseline's time,
 *                   negative for less, 0 for no difference
 * @param rpc        the same for an RPC
 */
record Verdict(String strategy, String baseline, BreakEven breakEven, double connection, double rpc) {
    private static final int PERCENT = 100;
    private static final int MANY = 10;

    /** Returns the sentence. */
    String text() {
        final String instead = strategy + " instead of " + baseline;
        return switch (breakEven.kind()) {
            case NO_DIFFERENCE -> "No difference in CPU time: " + instead + ".";
            case AT_ONCE ->
                rpc == 0
                        ? "Connection set-up and tear-down: take " + instead + ": " + changed(connection) + " CPU time."
                        : "Take " + instead + ": " + changes();
            case NEVER -> "Keep " + baseline + " instead of " + strategy + ", with which " + changes();
            case FROM ->
                "Take " + instead + " if connections make at least " + SpreadText.things(breakEven.rpcs(), "RPC") + ": "
                        + changes();
            case UP_TO ->
                "Take " + instead + " if connections make at most " + SpreadText.things(breakEven.rpcs(), "RPC") + ": "
                        + changes();
        };
    }

    private String changes() {
        final List<String> changes = new ArrayList<>();
        if (connection != 0) {
            changes.add("set-up and tear-down take " + changed(connection));
        }
        if (rpc != 0) {
            changes.add("an RPC " + (connection == 0 ? "takes " : "") + changed(rpc));
        }
        return String.join(", ", changes) + " CPU time.";
    }

    /** Returns a change in words: a share less or more, or how many times as much. */
    static String changed(final double change) {
        return change >= MANY
                ? format("%,.0f times as much", change + 1)
                : format("%.1f %% %s", Math.abs(change) * PERCENT, change < 0 ? "less" : "more");
    }
}
