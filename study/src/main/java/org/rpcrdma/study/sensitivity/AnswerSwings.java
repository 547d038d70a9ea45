// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.util.Comparator;
import java.util.List;

/**
 * An answer, and how far each input moves it.
 *
 * @param answer which
 * @param value  with all inputs at their usual values; 0: no difference between the strategies
 * @param swings the inputs that move it, the largest swing first
 * @param still  how many inputs do not move it, or by less than a hundredth of the first one's swing
 */
record AnswerSwings(Answer answer, double value, List<Swing> swings, int still) {
    private static final double LEAST_SHARE = 0.01;

    static AnswerSwings of(final Answer answer, final Mover.Moves moves) {
        final double usual = answer.of(moves.usual());
        final List<Swing> swings = moves.moves().stream()
                .map(move -> new Swing(move.input(), usual, answer.of(move.atLow()), answer.of(move.atHigh())))
                .filter(swing -> swing.size() > 0)
                .sorted(Comparator.comparingDouble(Swing::size).reversed())
                .toList();
        final List<Swing> large = swings.stream()
                .filter(swing -> swing.turnsSign()
                        || swing.size() >= LEAST_SHARE * swings.get(0).size())
                .toList();
        return new AnswerSwings(answer, usual, large, moves.moves().size() - large.size());
    }

    /** Returns the inputs that decide which of the strategies is the better one. */
    List<Swing> turning() {
        return swings.stream().filter(Swing::turnsSign).toList();
    }
}
