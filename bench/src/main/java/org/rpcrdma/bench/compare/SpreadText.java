// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** Formats figures over seeds: the median, followed by the range unless rounding hides it. */
final class SpreadText {
    /** Shorter times are printed in nanoseconds, because two decimals of a microsecond are too coarse. */
    private static final double LEAST_MICROS = 100;

    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
    private static final double PERCENT = 100;

    /** The smallest relative change that counts as a difference. */
    private static final double LEAST_CHANGE = 0.01;

    private SpreadText() {}

    /** Formats a figure. */
    static String of(final Spread figure, final DoubleFunction<String> format) {
        final String low = format.apply(figure.low());
        final String high = format.apply(figure.high());
        final String median = format.apply(figure.median());
        return low.equals(high) ? median : median + " (" + low + ".." + high + ")";
    }

    /** Formats a number of objects, adding a plural s if necessary: 1 RPC, 2 RPCs. */
    static String things(final long number, final String name) {
        return format("%,d %s%s", number, name, number == 1 ? "" : "s");
    }

    /** Formats a count. */
    static String count(final Spread figure) {
        return of(figure, number -> format("%,.0f", number));
    }

    /** Formats a time in a suitable unit. */
    static String time(final Spread nanos) {
        return time(nanos, Math.abs(nanos.median()));
    }

    /** Returns "TIME of CPU time instead of TIME", with the longer time's unit for both. */
    static String instead(final Spread nanos, final String of, final Spread usual) {
        final double size = Math.max(Math.abs(nanos.median()), Math.abs(usual.median()));
        return time(nanos, size) + of + " instead of " + time(usual, size);
    }

    private static String time(final Spread nanos, final double size) {
        if (size > 0 && size < LEAST_MICROS) {
            return unit(nanos, 1, " ns");
        }
        if (size < MILLI) {
            return unit(nanos, MICRO, " us");
        }
        return size < SECOND ? unit(nanos, MILLI, " ms") : unit(nanos, SECOND, " s");
    }

    private static String unit(final Spread nanos, final double unit, final String name) {
        final String low = format("%,.2f", nanos.low() / unit);
        final String high = format("%,.2f", nanos.high() / unit);
        final String median = format("%,.2f", nanos.median() / unit) + name;
        return low.equals(high) ? median : median + " (" + low + ".." + high + ")";
    }

    /** Formats a share as a percentage. */
    static String percent(final Spread share) {
        final double size = Math.abs(share.median());
        return size < 10
                ? format("%.1f %%", share.median() * PERCENT)
                : format("%,.0f times as much", share.median() + 1);
    }

    /** Describes a saving: less, more, or no difference. */
    static String saved(final Spread saved, final Function<Spread, String> unit) {
        if (saved.isNoDifference()) {
            return "no difference";
        }
        return saved.median() > 0 ? unit.apply(saved) + " less" : unit.apply(saved.times(-1)) + " more";
    }

    /** Describes a change. */
    static String changed(final Spread change) {
        if (change.isNoDifference() || Math.abs(change.median()) < LEAST_CHANGE) {
            return "no difference";
        }
        return change.median() >= 10
                ? percent(change)
                : of(change.median() < 0 ? change.times(-1) : change, share -> format("%.1f", share * PERCENT))
                        + (change.median() < 0 ? " % less" : " % more");
    }

    static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
