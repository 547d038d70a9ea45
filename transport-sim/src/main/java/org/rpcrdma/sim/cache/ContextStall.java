// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

/** The delay that cache misses on the NIC cause for the current packet. */
final class ContextStall {
    /** The total latency of the misses, in ns. */
    long latency;
    /** The number of reads from the host's memory. */
    int reads;

    void clear() {
        latency = 0;
        reads = 0;
    }
}
