// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

/** Adds up the delay of the current packet by misses in a NIC's caches. */
final class ContextStall {
    /** Nanoseconds. */
    long latency;
    /** Reads of the host's memory. */
    int reads;

    void clear() {
        latency = 0;
        reads = 0;
    }
}
