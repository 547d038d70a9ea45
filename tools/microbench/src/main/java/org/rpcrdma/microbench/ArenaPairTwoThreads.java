// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Threads;

/**
 * {@link ArenaPairBenchmark} in two concurrent threads on one arena; the time is for one thread's pair.
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaPairTwoThreads --gc}
 */
@Threads(2)
public class ArenaPairTwoThreads extends ArenaPairBenchmark {
    /** Called by JMH. */
    public ArenaPairTwoThreads() {}
}
