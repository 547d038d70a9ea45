// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

/** Measures rows on a device that is opened anew for each row. */
public interface PinningRunner {
    /** Returns the name of the device. */
    String device();

    /** Returns the name of the cost model, or null for a device of the host. */
    String machine();

    /** Returns true if the times come from a cost model. */
    boolean isVirtual();

    /**
     * Measures a row.
     *
     * @throws org.rpcrdma.verbs.VerbsException if the device rejects a call.
     */
    PinningRow measure(PinningPlan plan);
}
