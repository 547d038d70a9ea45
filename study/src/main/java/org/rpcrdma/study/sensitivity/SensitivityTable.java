// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import org.rpcrdma.bench.console.TextTable;

/** Prints how far inputs move the answers, for people: those that move an answer most, and which turn its sign. */
public final class SensitivityTable {
    /** Inputs shown of each answer, beside those that turn its sign. */
    private static final int MOST_ROWS = 8;

    private final Sensitivity sensitivity;

    public SensitivityTable(final Sensitivity sensitivity) {
        this.sensitivity = sensitivity;
    }

    public void print(final PrintWriter out) {
        out.println(sensitivity.title() + ": " + sensitivity.inputs().size()
                + " uncertain inputs, moved one at a time, all others as usual");
        final TextTable table = new TextTable();
        sensitivity.answers().forEach(answer -> rows(table, answer));
        table.print(out);
        out.println(sensitivity.verdict());
    }

    private static void rows(final TextTable table, final AnswerSwings answer) {
        table.heading("");
        table.heading(title(answer));
        final List<Swing> swings = answer.swings();
        if (!swings.isEmpty()) {
            table.row("", List.of("low", "high", "at low", "at high", "swing"));
        }
        int shown = 0;
        for (final Swing swing : swings) {
            if (shown < MOST_ROWS || swing.turnsSign()) {
                table.row("  " + label(swing.input()), cells(answer.answer(), swing));
                shown++;
            }
        }
        table.heading("  " + others(answer, swings.size() - shown));
    }

    private static String title(final AnswerSwings answer) {
        final String value = answer.value() == 0
                ? "no difference"
                : answer.answer().text(answer.value()) + " " + answer.answer().unit();
        return answer.answer().title() + ": " + value;
    }

    private static String label(final Input input) {
        return input.unit().isEmpty() ? input.name() : input.name() + ", " + input.unit();
    }

    private static List<String> cells(final Answer answer, final Swing swing) {
        return Stream.of(
                        Input.text(swing.input().low()),
                        Input.text(swing.input().high()),
                        answer.text(swing.atLow()),
                        answer.text(swing.atHigh()),
                        answer.text(swing.size()),
                        swing.turnsSign() ? "turns it" : "")
                .filter(cell -> !cell.isEmpty())
                .toList();
    }

    private static String others(final AnswerSwings answer, final int less) {
        return (less == 0 ? "" : less + " move it by less, ") + answer.still() + " hardly or not at all";
    }
}
