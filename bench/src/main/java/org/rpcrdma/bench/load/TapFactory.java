// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.sim.time.Simulation;

/** Creates the tap of each simulated run. */
@FunctionalInterface
public interface TapFactory {
    /** Creates no taps. */
    TapFactory NONE = (run, simulation) -> null;

    /**
     * Starts a run.
     *
     * @param run the run's name.
     * @param simulation the run's clock.
     * @return the run's tap, or null for none.
     */
    DeviceTap begin(String run, Simulation simulation);
}
