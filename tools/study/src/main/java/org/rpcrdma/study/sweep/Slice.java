// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rpcrdma.bench.console.InputException;

/**
 * A part of a grid's points: every {@code count}-th point, starting with the {@code index}-th.
 *
 * @param index the number of this part, from 1.
 * @param count the number of parts.
 */
public record Slice(int index, int count) {
    /** The slice that contains all points. */
    public static final Slice ALL = new Slice(1, 1);

    private static final Pattern FORM = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

    /**
     * Parses a slice of the form {@code K/N}.
     *
     * @param text the text to parse.
     * @return the slice.
     * @throws InputException if the text is not a slice.
     */
    public static Slice of(final String text) {
        final Matcher form = FORM.matcher(text);
        if (form.matches()) {
            final int index = Integer.parseInt(form.group(1));
            final int count = Integer.parseInt(form.group(2));
            if (index >= 1 && index <= count) {
                return new Slice(index, count);
            }
        }
        throw new InputException("slice must be K/N, 1 <= K <= N <= 999,999: slice=" + text);
    }

    /**
     * Returns true if a point belongs to this slice.
     *
     * @param point a point of any grid.
     * @return true if this slice contains the point.
     */
    public boolean includes(final Point point) {
        return (point.number() - 1) % count == index - 1;
    }

    @Override
    public String toString() {
        return index + "/" + count;
    }
}
