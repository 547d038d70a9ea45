// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

/**
 * A value of a cost model, and the evidence for it.
 *
 * @param value     in the parameter's unit.
 * @param low       the least that it may well be.
 * @param high      the most that it may well be.
 * @param certainty how sure it is.
 * @param hardware  the hardware that it was measured on; empty if it belongs to none.
 * @param source    the publication and its figure, or the assumption.
 */
record ParameterFigure(double value, double low, double high, Certainty certainty, String hardware, String source) {
    /** Returns a value that the program has set. */
    static ParameterFigure set(final double value) {
        return new ParameterFigure(value, value, value, Certainty.SET, "", "set");
    }
}
