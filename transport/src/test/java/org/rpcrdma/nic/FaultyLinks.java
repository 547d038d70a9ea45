// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** Gives a single device's link a plan of faults, where a fabric's setting gives one to all links. */
public final class FaultyLinks {
    private FaultyLinks() {}

    /** Lets a device's link follow a plan of faults. */
    public static void follow(final SimulatedDevice device, final FaultPlan plan) {
        device.faults().follow(plan);
    }
}
