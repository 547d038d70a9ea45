// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.Locale;

/** The workloads of {@code rpcrdma capture}. */
public enum CaptureWorkload {
    /** Clients send data, and the server returns it. */
    ECHO,
    /** Clients write and read objects. */
    STORE,
    /** Clients replay a capture. */
    REPLAY;

    /** Returns the name that selects this workload on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
