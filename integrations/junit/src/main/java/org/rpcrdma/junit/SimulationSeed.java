// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

/** Describes how to reproduce a test failure. It is attached to the failure as a suppressed exception. */
final class SimulationSeed extends Exception {
    private static final long serialVersionUID = 1L;

    SimulationSeed(final long seed) {
        super("simulation seed=" + seed + "; to reproduce, set -Dseed=" + seed, null, false, false);
    }
}
