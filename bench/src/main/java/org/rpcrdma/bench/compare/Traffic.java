// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.math.BigDecimal;
import java.util.Locale;
import org.rpcrdma.bench.console.InputException;

/**
 * How connections come to a server and leave it.
 *
 * @param connections connections that each make the load's calls
 * @param arrivals    connections begun a second, on average; infinite if all begin at once
 * @param mounted     true if the first call waits for the last connection, and the first leaves after the last reply
 * @param thinkNanos  mean time between a reply and the next call
 */
public record Traffic(int connections, double arrivals, boolean mounted, long thinkNanos) {
    /** The value of {@code --arrivals} with which all connections begin at once. */
    static final String AT_ONCE = "at-once";

    private static final int MAX_CONNECTIONS = 100_000;
    private static final int MAX_THINK_MICROS = 1_000_000_000;
    private static final double LEAST_ARRIVALS = 1e-3;
    private static final double MOST_ARRIVALS = 1e9;

    public Traffic {
        InputException.checkRange("--connections", connections, 1, MAX_CONNECTIONS);
        InputException.checkRange(
                "--think-time",
                (int) Math.max(-1, Math.min(Integer.MAX_VALUE, thinkNanos / 1000)),
                0,
                MAX_THINK_MICROS);
    }

    /** Returns connections that come at a rate, make their calls, and go. */
    public static Traffic of(final int connections, final double arrivals) {
        return new Traffic(connections, arrivals, false, 0);
    }

    /** Reads a rate of the command line. */
    static double arrivals(final String text) {
        if (text.equals(AT_ONCE)) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            final double rate = Double.parseDouble(text);
            if (rate >= LEAST_ARRIVALS && rate <= MOST_ARRIVALS) {
                return rate;
            }
        } catch (final NumberFormatException e) {
            // The same answer.
        }
        throw new InputException("--arrivals must be from 0.001 to 1000000000 a second, or " + AT_ONCE + ": " + text);
    }

    /** Returns true if all connections begin at once. */
    public boolean isAtOnce() {
        return Double.isInfinite(arrivals);
    }

    /** Returns how connections come, in words. */
    String words() {
        final String number = String.format(Locale.ROOT, "%,d connection%s", connections, connections == 1 ? "" : "s");
        final String come = isAtOnce() ? " at once" : ", " + plain(arrivals) + " a second (exponential gaps)";
        return number
                + come
                + (mounted ? ", mounted" : "")
                + (thinkNanos == 0 ? "" : String.format(Locale.ROOT, ", %,d us between calls", thinkNanos / 1000));
    }

    /** Returns a number without an exponent. */
    static String plain(final double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
