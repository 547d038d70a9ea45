// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;

/** The finished runs of a comparison: one per seed and strategy. Thread-safe. */
public final class RunResults {
    private final ComparisonSettings settings;
    private final List<Strategy> strategies;
    private final RunResult[][] done;
    /** The strategies' additional work on smaller blocks; null until it is known. */
    private final SmallerBlocks[] smaller;

    private final Draws draws;

    RunResults(final ComparisonSettings settings) {
        this.settings = settings;
        strategies = settings.strategies();
        done = new RunResult[settings.seeds().count()][strategies.size()];
        smaller = new SmallerBlocks[strategies.size()];
        draws = new Draws(settings.hardware().costs());
    }

    /** Adds a run. */
    synchronized void add(final int seed, final Strategy strategy, final RunResult result) {
        done[seed][strategies.indexOf(strategy)] = result;
    }

    /**
     * Simulates the smaller blocks of a strategy, so that {@link #comparable()} does not have to.
     *
     * @param strategy the strategy's index.
     */
    void simulateSmallerBlocks(final int strategy) {
        final SmallerBlocks blocks = SmallerBlocks.of(StrategyPlan.of(strategies.get(strategy)), settings);
        synchronized (this) {
            smaller[strategy] = blocks;
        }
    }

    /** Returns the number of finished runs. */
    synchronized int count() {
        return (int) Arrays.stream(done)
                .flatMap(Arrays::stream)
                .filter(run -> run != null)
                .count();
    }

    /** Returns the number of runs in the whole comparison. */
    int all() {
        return done.length * strategies.size();
    }

    /**
     * Returns the number of seeds, counted from the first, for which the first {@code count} strategies have finished.
     */
    private int seedsOf(final int count) {
        int seeds = 0;
        while (seeds < done.length && strategiesOf(seeds) >= count) {
            seeds++;
        }
        return seeds;
    }

    /** Returns the number of strategies, counted from the first, that have finished a run with the given seed. */
    private int strategiesOf(final int seed) {
        int count = 0;
        while (count < strategies.size() && done[seed][count] != null) {
            count++;
        }
        return count;
    }

    /**
     * Returns the results that can be compared. These are the results of all strategies with the seeds that every
     * strategy has finished. If there is no such seed, they are the results of the strategies that have finished the
     * first seed.
     */
    synchronized List<StrategyResult> comparable() {
        final int count = seedsOf(strategies.size()) > 0 ? strategies.size() : strategiesOf(0);
        final int seeds = seedsOf(count);
        final List<StrategyResult> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int strategy = i;
            final StrategyPlan plan = StrategyPlan.of(strategies.get(i));
            results.add(new StrategyResult(
                    plan,
                    IntStream.range(0, seeds)
                            .mapToObj(seed -> done[seed][strategy])
                            .toList(),
                    draws,
                    smaller[i] == null ? SmallerBlocks.of(plan, settings) : smaller[i]));
        }
        return results;
    }
}
