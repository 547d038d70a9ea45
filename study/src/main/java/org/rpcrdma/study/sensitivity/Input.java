// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.math.BigDecimal;

/**
 * Something that a comparison assumes, and the range in which it may well be.
 *
 * @param name  a parameter of the cost model, or an option of a comparison without its dashes
 * @param unit  of its values; empty if they are counts of the named things
 * @param usual the value that the comparison has
 * @param low   the lower end of the range
 * @param high  the upper end
 * @param basis where the value comes from
 */
public record Input(String name, String unit, double usual, double low, double high, String basis) {
    /** Returns a value as command lines have it. */
    static String text(final double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
