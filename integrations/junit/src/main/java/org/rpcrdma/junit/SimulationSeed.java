// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

/** Added to a test's failure as a suppressed exception, to report how to reproduce the failure. */
final class SimulationSeed extends Exception {
    private static final long serialVersionUID = 1L;

    SimulationSeed(final long seed) {
        super("simulation seed=" + seed + ", -Dseed=" + seed + " repeats it", null, false, false);
    }
}
