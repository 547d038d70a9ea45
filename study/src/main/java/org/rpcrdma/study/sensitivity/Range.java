// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A figure over the seeds of a comparison.
 *
 * @param median the middle one
 * @param low    the least
 * @param high   the most
 */
record Range(double median, double low, double high) {
    static Range of(final double figure) {
        return new Range(figure, figure, figure);
    }

    /** Returns a figure of a comparison's JSON: a number if no seed differs, else an object. */
    static Range of(final JsonNode figure) {
        return figure.isObject()
                ? new Range(
                        figure.get("median").asDouble(),
                        figure.get("low").asDouble(),
                        figure.get("high").asDouble())
                : of(figure.asDouble());
    }

    /** Returns true if some seed has a figure that the other has with some seed, too. */
    boolean overlaps(final Range other) {
        return low <= other.high && other.low <= high;
    }

    /** Returns the same in another unit. */
    Range times(final double factor) {
        return new Range(median * factor, low * factor, high * factor);
    }
}
