// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.Locale;
import org.rpcrdma.bench.console.InputException;

/**
 * One row of the table: a test with its message size and count.
 *
 * @param test          the kind of measurement.
 * @param bytes         the bytes per message.
 * @param iterations    the number of messages per queue pair; 0 if the duration limits the test.
 * @param durationNanos the duration of the test; 0 if the number of messages limits the test.
 * @param warmUpNanos   the duration of the warm-up, or {@link #UNTIL_COMPILED}.
 * @param queuePairs    the number of concurrent connections.
 * @param txDepth       the number of outstanding messages per queue pair.
 * @param list          the number of messages posted per call.
 */
public record PerfPlan(
        PerfTest test,
        int bytes,
        long iterations,
        long durationNanos,
        long warmUpNanos,
        int queuePairs,
        int txDepth,
        int list) {
    /** The value that requests a warm-up until the JVM has compiled the code. */
    public static final long UNTIL_COMPILED = -1;

    /** The maximum number of bytes in a message. */
    static final int MAX_BYTES = 64 << 20;

    /** The maximum number of bytes in an RPC's payload. */
    public static final int MAX_RPC_BYTES = 1 << 20;

    static final int MAX_TX_DEPTH = 8192;
    static final int MAX_RPC_DEPTH = 128;
    static final int MAX_QUEUE_PAIRS = 64;

    /** Checks all ranges and combinations. */
    public PerfPlan {
        check(test, "size", bytes, test.isRpc() ? MAX_RPC_BYTES : MAX_BYTES);
        check(test, "queuePairs", queuePairs, test.isLatency() ? 1 : MAX_QUEUE_PAIRS);
        check(test, "txDepth", txDepth, test.isRpc() ? MAX_RPC_DEPTH : MAX_TX_DEPTH);
        check(test, "list", list, test.isRpc() || test.isLatency() ? 1 : txDepth);
        if (txDepth % list != 0) {
            throw new InputException("txDepth must be a multiple of list: txDepth=" + txDepth + " list=" + list);
        }
        if (durationNanos == 0) {
            check(test, "iterations", iterations, 1_000_000_000);
        }
    }

    private static void check(final PerfTest test, final String name, final long value, final long most) {
        if (value < 1 || value > most) {
            throw new InputException(String.format(
                    Locale.ROOT, "%s must be 1 to %,d for %s: %s=%d", name, most, test.label(), name, value));
        }
    }

    /**
     * Returns the number of messages per signalled completion. It is 100, as in perftest, or less if the queue is
     * shorter.
     */
    int signalEvery() {
        return Math.max(list, Math.min(100, txDepth) / list * list);
    }
}
