// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A figure of a comparison and its spread. The spread of a CPU time covers 200 draws of all uncertain costs. The spread
 * of any other figure covers the seeds.
 *
 * @param median the middle value, or the mean of the two middle values.
 * @param low    the minimum over the seeds, or the lower end of the draws' 90 % interval.
 * @param high   the maximum over the seeds, or the upper end of the draws' 90 % interval.
 */
public record Figure(double median, double low, double high) {
    /** Parses a figure of a JSON result, which is a number if all seeds agree and an object otherwise. */
    static Figure of(final JsonNode json) {
        return json.isNumber()
                ? new Figure(json.doubleValue(), json.doubleValue(), json.doubleValue())
                : new Figure(
                        json.get("median").doubleValue(),
                        json.get("low").doubleValue(),
                        json.get("high").doubleValue());
    }

    /** Returns true if a JSON node is a figure. */
    static boolean is(final JsonNode json) {
        return json.isNumber() || json.has("median");
    }
}
