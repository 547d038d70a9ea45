// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

/** Measures one row, on connections of its own. */
interface Runner extends AutoCloseable {
    /** Sends a number of messages, or for a time if that is not 0, and returns the result. */
    PerfRow run(long messages, long durationNanos);

    @Override
    void close();
}
