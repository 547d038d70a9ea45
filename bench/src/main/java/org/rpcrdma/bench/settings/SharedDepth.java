// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.bench.console.InputException;

/**
 * The depth of each shared receive queue: a number of Receives, or a share of the credits of the queue's connections.
 *
 * @param receives the number of Receives per queue, 1 to 1,048,576; 0 if the depth is a share.
 * @param percent  the share of the credits in percent, more than 0 and at most 100; 0 if the depth is a number.
 */
public record SharedDepth(int receives, double percent) {
    /** A quarter of the credits. */
    public static final SharedDepth USUAL = new SharedDepth(0, 25);

    private static final int MAX_RECEIVES = 1 << 20;
    private static final double ALL = 100;

    /**
     * Checks the ranges.
     *
     * @param receives the number of Receives per queue, 1 to 1,048,576; 0 if the depth is a share.
     * @param percent  the share of the credits in percent, more than 0 and at most 100; 0 if the depth is a number.
     */
    public SharedDepth {
        if (percent == 0) {
            InputException.checkRange("sharedReceives", receives, 1, MAX_RECEIVES);
        } else if (receives != 0 || !(percent > 0 && percent <= ALL)) {
            throw new InputException(
                    "sharedReceives must be more than 0 and at most 100 percent: sharedReceives=" + percent + "%");
        }
    }

    /**
     * Parses a depth.
     *
     * @param text a number of Receives such as 512, or a share of the credits such as 25%.
     * @return the depth.
     * @throws IllegalArgumentException if the depth is invalid; the message contains the value and its limits.
     */
    public static SharedDepth parse(final String text) {
        try {
            return text.endsWith("%")
                    ? new SharedDepth(0, Double.parseDouble(text.substring(0, text.length() - 1)))
                    : new SharedDepth(Integer.parseInt(text), 0);
        } catch (final NumberFormatException e) {
            throw new InputException(
                    "sharedReceives must be a number of Receives such as 512, or a share of the credits such as 25%:"
                            + " sharedReceives=" + text);
        }
    }

    /**
     * Returns the number of Receives in a queue.
     *
     * @param connections the number of connections that share the queue, at least 1.
     * @param credits     the credits per connection.
     * @param most        the device's limit.
     * @return the number of Receives, at least 1. A share is capped at the device's limit.
     * @throws IllegalArgumentException if the depth is a number above the limit.
     */
    public int of(final int connections, final int credits, final int most) {
        if (percent == 0) {
            InputException.checkRange("sharedReceives", receives, 1, most);
            return receives;
        }
        return (int) Math.min(most, Math.ceil((double) connections * credits * percent / ALL));
    }

    @Override
    public String toString() {
        return percent == 0
                ? Integer.toString(receives)
                : (percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent)) + "%";
    }
}
