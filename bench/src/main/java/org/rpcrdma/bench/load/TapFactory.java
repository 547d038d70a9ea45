// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.sim.time.Simulation;

/** Makes the taps of simulated runs, one for each run. */
@FunctionalInterface
public interface TapFactory {
    /** Nothing does. */
    TapFactory NONE = (run, simulation) -> null;

    /** Begins a run.
     *
     * @param run        its name.
     * @param simulation its clock.
     * @return its tap, or null for none.
     */
    DeviceTap begin(String run, Simulation simulation);
}
