// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Threads;

/**
 * Runs {@link PairBenchmark} with one thread.
 *
 * <p>How to run: {@code ./rpcrdma jmh PairOneThread --gc}
 */
@Threads(1)
public class PairOneThread extends PairBenchmark {
    /** Creates the benchmark; called by JMH. */
    public PairOneThread() {}
}
