// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The spread of a figure over a comparison's seeds. In JSON, it is a number if all seeds agree, otherwise an object.
 *
 * @param median the middle value, or the mean of the two middle values.
 * @param low    the minimum.
 * @param high   the maximum.
 */
public record Spread(double median, double low, double high) {
    /** Returns the spread of one or more figures. */
    static Spread of(final double... figures) {
        final double[] sorted = figures.clone();
        Arrays.sort(sorted);
        final int half = sorted.length / 2;
        final double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Returns true if the figure differs between seeds. */
    boolean varies() {
        return low != high;
    }

    /**
     * Returns true if this difference is inconclusive: it is positive with some seeds and negative with others, or
     * always 0.
     */
    boolean isNoDifference() {
        return low <= 0 && high >= 0;
    }

    /** Returns this spread in another unit. */
    Spread times(final double factor) {
        return factor < 0
                ? new Spread(median * factor, high * factor, low * factor)
                : new Spread(median * factor, low * factor, high * factor);
    }

    @JsonValue
    Object json() {
        if (!varies()) {
            return number(median);
        }
        final Map<String, Number> fields = new LinkedHashMap<>();
        fields.put("median", number(median));
        fields.put("low", number(low));
        fields.put("high", number(high));
        return fields;
    }

    /** Returns an integer for a whole value, so that JSON has no decimal point. */
    private static Number number(final double value) {
        final long whole = Math.round(value);
        if (whole == value) {
            return whole;
        }
        return value;
    }
}
