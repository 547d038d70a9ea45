// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.study.sensitivity.SensitivityResult.InputSwing;
import org.rpcrdma.study.sensitivity.SensitivityResult.MovedAnswer;

/**
 * How sure a comparison's answers are.
 *
 * @param baseline the strategy that the other one is compared with
 * @param strategy the other one
 * @param inputs   the inputs that were moved
 * @param answers  the effect on each answer
 */
public record Sensitivity(String baseline, String strategy, List<Input> inputs, List<AnswerSwings> answers) {
    static Sensitivity of(
            final String baseline, final String strategy, final List<Input> inputs, final Mover.Moves moves) {
        return new Sensitivity(
                baseline,
                strategy,
                inputs,
                Arrays.stream(Answer.values())
                        .map(answer -> AnswerSwings.of(answer, moves))
                        .toList());
    }

    /** Returns which pair of strategies it is about. */
    String title() {
        return strategy + " instead of " + baseline;
    }

    /** Returns which inputs decide which strategy is the better one, in words. */
    String verdict() {
        final List<AnswerSwings> turned =
                answers.stream().filter(answer -> !answer.turning().isEmpty()).toList();
        if (turned.isEmpty()) {
            return "No parameter turns the sign of an answer.";
        }
        return turned.stream()
                .map(answer -> "The sign of \"" + answer.answer().title() + "\" is turned by "
                        + answer.turning().stream()
                                .map(swing -> swing.input().name())
                                .collect(Collectors.joining(", "))
                        + ".")
                .collect(Collectors.joining("\n"));
    }

    /** Returns the plot of the first answer, as an SVG file. */
    public String plot() throws IOException {
        return new Tornado(answers.get(0)).file(title());
    }

    /** Returns it as JSON has it. */
    public SensitivityResult result() {
        return new SensitivityResult(
                Version.CURRENT,
                baseline,
                strategy,
                inputs.size(),
                answers.stream().map(Sensitivity::answer).toList());
    }

    private static MovedAnswer answer(final AnswerSwings answer) {
        return new MovedAnswer(
                answer.answer().title(),
                answer.answer().unit(),
                answer.value(),
                answer.turning().stream().map(swing -> swing.input().name()).toList(),
                answer.swings().stream().map(InputSwing::of).toList());
    }
}
