// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/** The result of {@code sensitivity} as JSON. */
@JsonPropertyOrder({"version", "baseline", "strategy", "moved", "answers"})
public record SensitivityResult(
        String version, String baseline, String strategy, int moved, List<MovedAnswer> answers) {

    /** An answer: the strategy's saving compared with the baseline, and the inputs that move it, the most first. */
    @JsonPropertyOrder({"answer", "unit", "value", "turnedBy", "swings"})
    public record MovedAnswer(
            String answer, String unit, double value, List<String> turnedBy, List<InputSwing> swings) {}

    /** An input and the answer at both ends of its range. */
    @JsonPropertyOrder({"input", "unit", "basis", "usual", "low", "high", "atLow", "atHigh", "swing", "turnsSign"})
    public record InputSwing(
            String input,
            String unit,
            String basis,
            double usual,
            double low,
            double high,
            double atLow,
            double atHigh,
            double swing,
            boolean turnsSign) {
        static InputSwing of(final Swing swing) {
            final Input input = swing.input();
            return new InputSwing(
                    input.name(),
                    input.unit(),
                    input.basis(),
                    input.usual(),
                    input.low(),
                    input.high(),
                    swing.atLow(),
                    swing.atHigh(),
                    swing.size(),
                    swing.turnsSign());
        }
    }
}
