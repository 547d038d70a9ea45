// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoverTest {
    private static final Input SMALL = new Input("small", "ns", 10, 0, 400, "measured");
    private static final Input LARGE = new Input("large", "ns", 10, 10, 5_000, "assumed");
    private static final Input NEITHER = new Input("neither", "ns", 1, 0, 2, "assumed");
    private static final List<Input> INPUTS = List.of(SMALL, LARGE, NEITHER);

    private final AtomicInteger runs = new AtomicInteger();

    /** The baseline takes 1,000 ns a connection, the strategy both inputs more than 500. */
    private PairFigures run(final Input input, final double value) {
        runs.incrementAndGet();
        final double small = input == SMALL ? value : SMALL.usual();
        final double large = input == LARGE ? value : LARGE.usual();
        return pair(1_000, 500 + small + large);
    }

    private static PairFigures pair(final double baseline, final double strategy) {
        return new PairFigures(figures(baseline), figures(strategy));
    }

    private static StrategyFigures figures(final double connection) {
        return new StrategyFigures(Range.of(connection), Range.of(7), Range.of(1e9 / connection), Range.of(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldMoveOneInputAtATimeAndSortBySwing(final int threads) throws InterruptedException {
        final List<Integer> progress = new ArrayList<>();
        final Mover.Moves moves = new Mover(this::run, threads).move(INPUTS, progress::add);
        final AnswerSwings answer = AnswerSwings.of(Answer.CONNECTION, moves);

        assertEquals(0.48, answer.value(), 1e-9);
        assertEquals(
                List.of(LARGE, SMALL),
                answer.swings().stream().map(Swing::input).toList());
        assertEquals(1, answer.still());
        assertEquals(0.48, answer.swings().get(0).atLow(), 1e-9);
        assertEquals(-4.51, answer.swings().get(0).atHigh(), 1e-9);
        assertEquals(4.99, answer.swings().get(0).size(), 1e-9);
        assertEquals(List.of(answer.swings().get(0)), answer.turning());
        assertEquals(List.of(1, 3, 4, 6), progress);
    }

    /** The usual value is an end of a range: nothing is run again. */
    @Test
    void shouldRunAsOftenAsItSays() throws InterruptedException {
        new Mover(this::run, 2).move(INPUTS, done -> {});

        assertEquals(6, runs.get());
        assertEquals(6, Mover.runs(INPUTS));
    }

    @Test
    void shouldNameTheInputOfARunThatFails() {
        final Mover mover = new Mover(
                (input, value) -> {
                    if (input == LARGE) {
                        throw new IllegalStateException("connection 0 stopped");
                    }
                    return run(input, value);
                },
                2);
        final IllegalStateException failure =
                assertThrows(IllegalStateException.class, () -> mover.move(INPUTS, done -> {}));

        assertEquals("large=5000: connection 0 stopped", failure.getMessage());
    }

    @Test
    void shouldFindNoDifferenceInLessThanAPercent() {
        assertEquals(0, Answer.CONNECTION.of(pair(1_000, 991)));
        assertEquals(0.011, Answer.CONNECTION.of(pair(1_000, 989)), 1e-9);
        assertEquals(-1.2, Answer.SHARE.of(pair(1_000, 1_012)), 1e-9);
        assertEquals(0, Answer.RPC.of(pair(1_000, 500)));
        assertEquals(0, Answer.MISSES.of(pair(1_000, 500)), "none of none");
        assertEquals(100, Answer.CAPACITY.of(pair(1_000, 500)), 1e-9);
    }

    @Test
    void shouldFindNoDifferenceWithinTheRangeOverSeeds() {
        final StrategyFigures usual = figures(1_000);
        final Range range = new Range(800, 700, 1_000);
        final StrategyFigures varying = new StrategyFigures(range, range, range, range);

        assertEquals(0, Answer.CONNECTION.of(new PairFigures(usual, varying)));
        assertEquals(0.3, Answer.CONNECTION.of(new PairFigures(figures(1_100), varying)), 1e-9);
    }

    @Test
    void shouldReadAFigureOfOneSeedAndOfSeveral() throws IOException {
        final ObjectMapper json = new ObjectMapper();

        assertEquals(new Range(5, 5, 5), Range.of(json.readTree("5")));
        assertEquals(new Range(5, 2, 9), Range.of(json.readTree("{\"median\":5,\"low\":2,\"high\":9}")));
    }

    /** 1 ns beside 4,990: a hundredth is 50. */
    @Test
    void shouldLeaveOutWhatHardlyMovesAnAnswer() throws InterruptedException {
        final Input tiny = new Input("tiny", "ns", 10, 9, 10, "measured");
        final Mover.Moves moves = new Mover(
                        (input, value) -> input == tiny ? pair(1_000, 500 + 10 + value) : run(input, value), 1)
                .move(List.of(tiny, LARGE), done -> {});
        final AnswerSwings answer = AnswerSwings.of(Answer.CONNECTION, moves);

        assertEquals(List.of(LARGE), answer.swings().stream().map(Swing::input).toList());
        assertEquals(1, answer.still());
    }

    @Test
    void shouldNotCallADifferenceThatGoesAwayATurn() {
        assertTrue(new Swing(SMALL, 1, -0.1, 2).turnsSign());
        assertTrue(new Swing(SMALL, 0, -1, 1).turnsSign());
        assertFalse(new Swing(SMALL, 1, 0, 2).turnsSign());
        assertFalse(new Swing(SMALL, 0, 0, 2).turnsSign());
        assertFalse(new Swing(SMALL, -3, -1, -2).turnsSign());
    }
}
