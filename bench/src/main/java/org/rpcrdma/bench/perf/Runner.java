// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

/** Measures one row, on connections of its own. */
interface Runner extends AutoCloseable {
    /** Sends for so many messages, or for so long if that is not 0, and returns what came of it. */
    PerfRow run(long messages, long durationNanos);

    @Override
    void close();
}
