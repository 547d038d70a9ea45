// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Threads;

/**
 * Runs {@link PairBenchmark} with two concurrent threads. The reported time is that of one thread's pair.
 *
 * <p>How to run: {@code ./rpcrdma jmh PairTwoThreads --gc}
 */
@Threads(2)
public class PairTwoThreads extends PairBenchmark {
    /** Creates the benchmark; called by JMH. */
    public PairTwoThreads() {}
}
