// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A figure of a comparison: over its seeds, or, if it is CPU time, over 200 draws of all uncertain costs.
 *
 * @param median the middle one, or the mean of the two in the middle.
 * @param low    the least of the seeds, or the lower end of the interval that has 90 % of the draws.
 * @param high   the most of the seeds, or the upper end of that interval.
 */
public record Figure(double median, double low, double high) {
    /** Reads a figure of a result: a number that no seed changes, or an object. */
    static Figure of(final JsonNode json) {
        return json.isNumber()
                ? new Figure(json.doubleValue(), json.doubleValue(), json.doubleValue())
                : new Figure(
                        json.get("median").doubleValue(),
                        json.get("low").doubleValue(),
                        json.get("high").doubleValue());
    }

    /** Returns true if a node of a result is a figure. */
    static boolean is(final JsonNode json) {
        return json.isNumber() || json.has("median");
    }
}
