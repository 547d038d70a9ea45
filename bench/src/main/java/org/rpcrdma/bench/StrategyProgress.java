// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.function.LongSupplier;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.console.Progress;
import org.rpcrdma.bench.console.TimeLeft;
import org.rpcrdma.bench.settings.Strategy;

/** Formats a comparison's progress: the current strategy and seed, and the estimated time left. */
final class StrategyProgress {
    private final long rpcs;
    private final TimeLeft left;

    /**
     * Starts the progress of a comparison.
     *
     * @param nanoTime the clock.
     */
    StrategyProgress(final LongSupplier nanoTime, final Comparison comparison) {
        rpcs = comparison.allRpcs();
        left = new TimeLeft(nanoTime, rpcs, "RPCs", 1);
    }

    /** Returns the progress line, given the number of RPCs done in all runs. */
    String line(final Strategy strategy, final long seed, final long done) {
        return Progress.text(strategy.label() + ", seed " + seed, done, rpcs) + left.after(done);
    }
}
