// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.List;
import java.util.function.LongSupplier;
import org.rpcrdma.bench.console.Progress;
import org.rpcrdma.bench.console.TimeLeft;

/** How far a comparison is: which of its strategies runs, and how much time is left. */
public final class StrategyProgress {
    private final List<Strategy> strategies;
    private final long rpcs;
    private final TimeLeft left;

    /**
     * Of a comparison that begins.
     *
     * @param nanoTime a clock
     */
    public StrategyProgress(final LongSupplier nanoTime, final Comparison comparison) {
        strategies = comparison.options().strategies();
        rpcs = comparison.rpcs();
        left = new TimeLeft(nanoTime, rpcs * strategies.size());
    }

    /** Returns the progress when a number of RPCs of a strategy is done. */
    public String line(final Strategy strategy, final long done) {
        final int number = strategies.indexOf(strategy);
        return "strategy " + (number + 1) + " of " + strategies.size() + ", "
                + Progress.text(strategy.label(), done, rpcs) + left.after(number * rpcs + done);
    }
}
