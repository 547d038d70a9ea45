// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.rpcrdma.bench.compare.CostEffects;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.console.WrappedText;

/**
 * Prints the causes of the savings' intervals: the costs with the strongest correlation, and the costs that change the
 * sign.
 */
public record SensitivityTable(Sensitivity sensitivity) {
    /** The number of costs shown per saving, in addition to the costs that change its sign. */
    private static final int MOST_ROWS = 10;

    public void print(final PrintWriter out) {
        out.println(sensitivity.title() + ": " + sensitivity.draws() + " draws of "
                + sensitivity.answers().get(0).drawn() + " uncertain costs together");
        final TextTable table = new TextTable();
        sensitivity.answers().forEach(answer -> rows(table, answer));
        table.print(out);
        WrappedText.print(out, "", sensitivity.verdict());
    }

    private static void rows(final TextTable table, final CostEffects answer) {
        table.heading("");
        table.heading(String.format(
                Locale.ROOT,
                "%s, %s: %.1f (90 %% of draws: %.1f..%.1f)",
                answer.title(),
                answer.unit(),
                answer.median(),
                answer.low(),
                answer.high()));
        table.row("", List.of("rank correlation", "low", "high", "at low", "at high"));
        int shown = 0;
        for (final CostEffects.Effect effect : answer.effects()) {
            if (shown < MOST_ROWS || effect.turnsAt() != null) {
                table.row("  " + effect.name() + ", " + effect.unit(), cells(effect));
                shown++;
            }
        }
        table.heading("  " + (answer.effects().size() - shown) + " costs change it by less, "
                + (answer.drawn() - answer.effects().size()) + " not at all");
    }

    private static List<String> cells(final CostEffects.Effect effect) {
        return Stream.of(
                        String.format(Locale.ROOT, "%+.2f", effect.correlation()),
                        text(effect.low()),
                        text(effect.high()),
                        String.format(Locale.ROOT, "%.1f", effect.atLow()),
                        String.format(Locale.ROOT, "%.1f", effect.atHigh()),
                        effect.turnsAt() == null ? "" : "changes the sign at " + rounded(effect.turnsAt()))
                .filter(cell -> !cell.isEmpty())
                .toList();
    }

    /** Returns a value in the format used on command lines. */
    static String text(final double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** Returns a value with two significant digits. */
    static String rounded(final double value) {
        return new BigDecimal(value, new MathContext(2)).stripTrailingZeros().toPlainString();
    }
}
