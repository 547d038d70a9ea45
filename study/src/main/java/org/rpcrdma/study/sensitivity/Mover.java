// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Moves inputs to the ends of their ranges, one at a time, all others at their usual values. */
final class Mover {
    private final Experiment experiment;
    private final int threads;

    /** Runs a pair of strategies. */
    @FunctionalInterface
    interface Experiment {
        /** Returns the figures with one input at a value; with all at their usual values if that is null. */
        PairFigures run(Input input, double value) throws Exception;
    }

    /** The figures of all runs. */
    record Moves(PairFigures usual, List<Move> moves) {}

    /** The figures at both ends of an input's range. */
    record Move(Input input, PairFigures atLow, PairFigures atHigh) {}

    /**
     * Of an experiment.
     *
     * @param experiment may be run by several threads at once.
     * @param threads    how many.
     */
    Mover(final Experiment experiment, final int threads) {
        this.experiment = experiment;
        this.threads = threads;
    }

    /** Returns how many times the experiment is run. */
    static int runs(final List<Input> inputs) {
        return 1
                + inputs.stream()
                        .mapToInt(input ->
                                (input.low() == input.usual() ? 0 : 1) + (input.high() == input.usual() ? 0 : 1))
                        .sum();
    }

    /**
     * Moves inputs.
     *
     * @param progress receives the number of runs that are done.
     * @throws IllegalStateException if a run fails; the message names input and value.
     */
    Moves move(final List<Input> inputs, final IntConsumer progress) throws InterruptedException {
        final ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            final Future<PairFigures> usual = pool.submit(() -> experiment.run(null, Double.NaN));
            final List<Future<PairFigures>> ends = new ArrayList<>();
            for (final Input input : inputs) {
                ends.add(input.low() == input.usual() ? usual : pool.submit(at(input, input.low())));
                ends.add(input.high() == input.usual() ? usual : pool.submit(at(input, input.high())));
            }
            final PairFigures middle = result(usual);
            int done = 1;
            progress.accept(done);
            final List<Move> moves = new ArrayList<>();
            for (int i = 0; i < inputs.size(); i++) {
                moves.add(new Move(inputs.get(i), result(ends.get(2 * i)), result(ends.get(2 * i + 1))));
                done += runs(inputs.subList(i, i + 1)) - 1;
                progress.accept(done);
            }
            return new Moves(middle, moves);
        } finally {
            pool.shutdownNow();
        }
    }

    private Callable<PairFigures> at(final Input input, final double value) {
        return () -> {
            try {
                return experiment.run(input, value);
            } catch (final IllegalStateException e) {
                throw new IllegalStateException(input.name() + "=" + Input.text(value) + ": " + e.getMessage(), e);
            }
        };
    }

    private static PairFigures result(final Future<PairFigures> run) throws InterruptedException {
        try {
            return run.get();
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
