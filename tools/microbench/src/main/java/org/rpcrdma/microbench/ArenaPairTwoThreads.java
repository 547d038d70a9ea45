// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Threads;

/**
 * Runs {@link ArenaPairBenchmark} with two concurrent threads on one arena. The reported time is that of one thread's
 * pair.
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaPairTwoThreads --gc}
 */
@Threads(2)
public class ArenaPairTwoThreads extends ArenaPairBenchmark {
    /** Creates the benchmark; called by JMH. */
    public ArenaPairTwoThreads() {}
}
