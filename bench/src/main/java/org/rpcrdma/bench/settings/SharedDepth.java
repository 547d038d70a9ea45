// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.bench.console.InputException;

/**
 * The depth of each shared receive queue: a number of Receives, or a share of the credits of the queue's connections.
 *
 * @param receives Receives of a queue, 1 to 1,048,576; 0 if the depth is a share.
 * @param percent  share of the credits in percent, above 0 to 100; 0 if the depth is a number.
 */
public record SharedDepth(int receives, double percent) {
    /** A quarter of the credits. */
    public static final SharedDepth USUAL = new SharedDepth(0, 25);

    private static final int MAX_RECEIVES = 1 << 20;
    private static final double ALL = 100;

    /**
     * Checks the ranges.
     *
     * @param receives Receives of a queue, 1 to 1,048,576; 0 if the depth is a share.
     * @param percent share of the credits in percent, above 0 to 100; 0 if the depth is a number.
     */
    public SharedDepth {
        if (percent == 0) {
            InputException.checkRange("sharedReceives", receives, 1, MAX_RECEIVES);
        } else if (receives != 0 || !(percent > 0 && percent <= ALL)) {
            throw new InputException(
                    "sharedReceives must be above 0 and at most 100 percent: sharedReceives=" + percent + "%");
        }
    }

    /**
     * Reads a depth.
     *
     * @param text a number of Receives such as 512, or a share of the credits such as 25%.
     * @return the depth.
     * @throws IllegalArgumentException if it is unusable; the message has the value and its limits.
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
     * Returns the Receives of a queue.
     *
     * @param connections connections that share it, at least 1.
     * @param credits     of each connection.
     * @param most        the device's limit.
     * @return the Receives, at least 1; a share of more credits than the device has Receives is the limit.
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
