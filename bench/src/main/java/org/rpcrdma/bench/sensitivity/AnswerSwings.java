// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.sensitivity;

import java.util.Comparator;
import java.util.List;

/**
 * An answer, and how far each input moves it.
 *
 * @param answer which
 * @param value  with all inputs at their usual values; 0: no difference between the strategies
 * @param swings the inputs that move it, the largest swing first
 * @param still  how many inputs do not move it
 */
record AnswerSwings(Answer answer, double value, List<Swing> swings, int still) {
    static AnswerSwings of(final Answer answer, final Mover.Moves moves) {
        final double usual = answer.of(moves.usual());
        final List<Swing> swings = moves.moves().stream()
                .map(move -> new Swing(move.input(), usual, answer.of(move.atLow()), answer.of(move.atHigh())))
                .filter(swing -> swing.size() > 0)
                .sorted(Comparator.comparingDouble(Swing::size).reversed())
                .toList();
        return new AnswerSwings(answer, usual, swings, moves.moves().size() - swings.size());
    }

    /** Returns the inputs that decide which of the strategies is the better one. */
    List<Swing> turning() {
        return swings.stream().filter(Swing::turnsSign).toList();
    }
}
