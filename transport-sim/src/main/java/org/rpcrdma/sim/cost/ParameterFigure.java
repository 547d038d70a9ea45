// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

/**
 * A parameter's value in a cost model, with its evidence.
 *
 * @param value     the value in the parameter's unit.
 * @param low       the lowest plausible value.
 * @param high      the highest plausible value.
 * @param certainty the certainty of the value.
 * @param hardware  the hardware on which the value was measured; empty if the value does not depend on hardware.
 * @param source    the publication and the figure in it, or the assumption.
 */
record ParameterFigure(double value, double low, double high, Certainty certainty, String hardware, String source) {
    /** Creates the figure for a value that the program has set. */
    static ParameterFigure set(final double value) {
        return new ParameterFigure(value, value, value, Certainty.SET, "", "set");
    }
}
