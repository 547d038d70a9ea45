// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.rpcrdma.bench.compare.ComparisonResult.StrategyResult;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.TapFactory;

/**
 * A comparison that can be run: its arguments are checked.
 *
 * @param load    what each connection does
 * @param options what it runs with
 */
public record Comparison(Load load, ComparisonSettings options) {
    /** Returns the RPCs of a strategy. */
    public long rpcs() {
        return (long) load.rpcs() * options.connections();
    }

    /**
     * Runs the strategies, one after the other.
     *
     * @param progress receives the number of a strategy's RPCs that are done, now and then.
     * @param finished takes each strategy's figures as soon as they are there.
     */
    public ComparisonResult run(
            final ShownArenas arenas,
            final TapFactory tap,
            final ObjLongConsumer<Strategy> progress,
            final Consumer<StrategyResult> finished) {
        final List<StrategyResult> results = new ArrayList<>();
        for (final Strategy strategy : options.strategies()) {
            final StrategyRun run = new StrategyRun(load, options, strategy, arenas, tap);
            results.add(run.run(done -> progress.accept(strategy, done)));
            finished.accept(results.get(results.size() - 1));
        }
        return result(results);
    }

    /** Returns the result of strategies' figures. */
    ComparisonResult result(final List<StrategyResult> results) {
        return ComparisonResult.of(load, options, results);
    }

    /** Returns the same of the first strategies only. */
    Comparison first(final int count) {
        return new Comparison(load, options.with(options.strategies().subList(0, count)));
    }
}
