// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

/**
 * What is known of a value of a cost model.
 *
 * @param low       the least that it may well be.
 * @param high      the most that it may well be.
 * @param certainty how sure it is.
 * @param origin    the hardware that it was measured on.
 * @param source    the publication and its figure, or the assumption.
 */
record Figure(double low, double high, Certainty certainty, Origin origin, String source) {
    private static final String SET = "set";

    /** Returns what is known of a value that nobody doubts. */
    static Figure standard(final double value, final Origin origin, final String source) {
        return new Figure(value, value, Certainty.STANDARD, origin, source);
    }

    /** Returns what is known of a value that the program has set. */
    static Figure set(final double value) {
        return new Figure(value, value, Certainty.SET, Origin.ANY, SET);
    }
}
