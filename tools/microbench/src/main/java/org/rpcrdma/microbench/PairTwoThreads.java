// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Threads;

/**
 * {@link PairBenchmark} in two concurrent threads; the time is for one thread's pair.
 *
 * <p>How to run: {@code ./rpcrdma jmh PairTwoThreads --gc}
 */
@Threads(2)
public class PairTwoThreads extends PairBenchmark {
    /** Called by JMH. */
    public PairTwoThreads() {}
}
