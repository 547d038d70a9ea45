/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.rpcrdma.bench.ComparisonResult.StrategyResult;

/**
 * A comparison that can be run: its arguments are checked.
 *
 * @param load    what each connection does
 * @param options what it runs with
 */
record Comparison(Load load, CompareOptions options) {
    /** RPCs of a strategy. */
    long rpcs() {
        return (long) load.rpcs() * options.connections();
    }

    /**
     * Runs the strategies, one after the other.
     *
     * @param progress is told now and then how many of a strategy's RPCs are done.
     * @param finished takes each strategy's figures as soon as they are there.
     */
    ComparisonResult run(
            final ShownArenas arenas,
            final RunTap tap,
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

    /** What strategies' figures say together. */
    ComparisonResult result(final List<StrategyResult> results) {
        return ComparisonResult.of(load, options, results);
    }

    /** The same of the first strategies only. */
    Comparison first(final int count) {
        return new Comparison(load, options.with(options.strategies().subList(0, count)));
    }
}
