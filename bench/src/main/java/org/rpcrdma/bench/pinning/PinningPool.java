// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.util.Locale;

/** The source of mkeys for the measured registrations. */
public enum PinningPool {
    /** Every registration follows a deregistration of the same size. It reuses that mkey if the driver keeps mkeys. */
    WARM,

    /** All registrations precede the first deregistration, so each of them needs a new mkey. */
    COLD;

    /** Returns the name on the command line, such as {@code warm}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
