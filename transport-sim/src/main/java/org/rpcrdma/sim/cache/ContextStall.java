// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

/** The delay of the current packet by misses in a NIC's caches. */
final class ContextStall {
    /** The sum of the latencies of the misses, in ns. */
    long latency;
    /** The number of reads of the host's memory. */
    int reads;

    void clear() {
        latency = 0;
        reads = 0;
    }
}
