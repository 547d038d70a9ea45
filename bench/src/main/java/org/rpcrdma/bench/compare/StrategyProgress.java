// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.function.LongSupplier;
import org.rpcrdma.bench.console.Progress;
import org.rpcrdma.bench.console.TimeLeft;
import org.rpcrdma.bench.settings.Strategy;

/** How far a comparison is: a strategy and seed that run, and how much time is left for all. */
public final class StrategyProgress {
    private final long rpcs;
    private final TimeLeft left;

    /**
     * Of a comparison that begins.
     *
     * @param nanoTime a clock
     */
    public StrategyProgress(final LongSupplier nanoTime, final Comparison comparison) {
        rpcs = comparison.allRpcs();
        left = new TimeLeft(nanoTime, rpcs, "RPCs", 1);
    }

    /** Returns the progress when a number of RPCs of all runs is done. */
    public String line(final Strategy strategy, final long seed, final long done) {
        return Progress.text(strategy.label() + ", seed " + seed, done, rpcs) + left.after(done);
    }
}
