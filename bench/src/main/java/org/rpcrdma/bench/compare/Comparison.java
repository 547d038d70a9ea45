// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.TapFactory;

/**
 * A comparison that can be run: its arguments are checked.
 *
 * @param load    the load of each connection
 * @param options the settings of the comparison
 */
public record Comparison(Load load, ComparisonSettings options) {
    private static final int MOST_SIDE_BY_SIDE = 10_000;

    /** Returns the RPCs of a run. */
    public long rpcs() {
        return (long) load.rpcs() * options.connections();
    }

    /** Returns the RPCs of all strategies with all seeds. */
    public long allRpcs() {
        return rpcs() * options.strategies().size() * options.seeds().count();
    }

    /**
     * Runs the strategies with each seed; seeds run side by side. The tap and the arenas are those of the first seed.
     *
     * @param progress is notified of the RPCs that are done, now and then.
     * @param results  takes the figures of each run as soon as they are there.
     */
    public ComparisonResult run(
            final ShownArenas arenas, final TapFactory tap, final RunProgress progress, final RunResults results) {
        final AtomicLongArray done = new AtomicLongArray(options.seeds().count());
        SeedThreads.run(options.seeds().count(), threads(), seed -> {
            final ShownArenas shown = seed == 0 ? arenas : ShownArenas.NONE;
            final TapFactory seen = seed == 0 ? tap : TapFactory.NONE;
            for (int i = 0; i < options.strategies().size(); i++) {
                final Strategy strategy = options.strategies().get(i);
                final long before = i * rpcs();
                final long number = options.seeds().seed(seed);
                final RunResult result = new StrategyRun(load, options, strategy, number, shown, seen).run(rpcs -> {
                    done.set(seed, before + rpcs);
                    progress.at(strategy, number, sum(done));
                });
                done.set(seed, before + rpcs());
                results.add(seed, strategy, result);
            }
        });
        return result(results.comparable());
    }

    /** Runs the strategies with each seed. */
    public ComparisonResult run(final ShownArenas arenas, final TapFactory tap, final RunProgress progress) {
        return run(arenas, tap, progress, new RunResults(options));
    }

    /** Many connections have the memory for themselves. */
    private int threads() {
        return options.connections() > MOST_SIDE_BY_SIDE
                ? 1
                : Runtime.getRuntime().availableProcessors();
    }

    private static long sum(final AtomicLongArray numbers) {
        return IntStream.range(0, numbers.length()).mapToLong(numbers::get).sum();
    }

    /** Returns the result of strategies' figures, which may be of the first strategies or seeds only. */
    ComparisonResult result(final List<StrategyResult> results) {
        return ComparisonResult.of(load, options, results);
    }

    /** Returns the same with other strategies and seeds. */
    public Comparison with(final List<Strategy> strategies, final Seeds seeds) {
        return new Comparison(load, options.with(strategies, seeds));
    }

    /** Returns the comparison of the first strategies and seeds only. */
    Comparison of(final List<StrategyResult> results) {
        return with(
                options.strategies().subList(0, results.size()),
                new Seeds(options.seed(), results.get(0).runs().size()));
    }
}
