// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

/**
 * How far an input moves an answer.
 *
 * @param input  the input that is moved
 * @param usual  the answer at the input's usual value
 * @param atLow  the answer at the lower end of its range
 * @param atHigh the answer at the upper end
 */
record Swing(Input input, double usual, double atLow, double atHigh) {
    /** Returns the difference between the least and the largest answer. */
    double size() {
        return most() - least();
    }

    double least() {
        return Math.min(usual, Math.min(atLow, atHigh));
    }

    double most() {
        return Math.max(usual, Math.max(atLow, atHigh));
    }

    /** Returns true if the input decides which of the strategies is the better one. */
    boolean turnsSign() {
        return least() < 0 && most() > 0;
    }
}
