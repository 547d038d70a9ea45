// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Draws intervals as bars of characters on one scale:
 *
 * <pre>
 *      :   [----o-------]
 *   [--+----o------]
 * </pre>
 *
 * <p>Brackets mark the ends of an interval, and {@code o} marks its median. A colon marks 0 outside a bar, and a plus
 * sign marks 0 inside a bar.
 *
 * @param low   the minimum of the scale, at most 0.
 * @param high  the maximum of the scale, at least 0.
 * @param width the width of the scale in characters.
 */
record SavingBar(double low, double high, int width) {
    /** Creates the scale that contains all intervals and 0. */
    static SavingBar of(final List<Spread> intervals, final int width) {
        final double low = intervals.stream().mapToDouble(Spread::low).min().orElse(0);
        final double high = intervals.stream().mapToDouble(Spread::high).max().orElse(0);
        return new SavingBar(Math.min(0, low), Math.max(0, high), width);
    }

    /** Returns the line above the bars, which shows the ends of the scale, and 0 if there is room for it. */
    String axis(final DoubleFunction<String> label) {
        final String left = low < 0 ? label.apply(low) : "";
        final String right = high > 0 ? label.apply(high) : "";
        final StringBuilder line = new StringBuilder(left);
        final int zero = place(0);
        if (left.isEmpty() || left.length() < zero) {
            line.append(" ".repeat(Math.max(0, zero - line.length()))).append('0');
        }
        final int gap = width - right.length() - line.length();
        return right.isEmpty() || gap < 1
                ? line.toString()
                : line.append(" ".repeat(gap)).append(right).toString();
    }

    /** Returns the bar of an interval. */
    String of(final Spread interval) {
        final char[] bar = new char[width];
        Arrays.fill(bar, ' ');
        final int from = place(interval.low());
        final int to = place(interval.high());
        Arrays.fill(bar, from, to + 1, '-');
        final int zero = place(0);
        bar[zero] = bar[zero] == '-' ? '+' : ':';
        bar[from] = '[';
        bar[to] = ']';
        bar[place(interval.median())] = 'o';
        return new String(bar).stripTrailing();
    }

    private int place(final double value) {
        final double range = high - low;
        return range == 0 ? 0 : (int) Math.round((value - low) / range * (width - 1));
    }
}
