// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Threads;

/**
 * Runs {@link ArenaPairBenchmark} with one thread.
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaPairOneThread --gc}
 */
@Threads(1)
public class ArenaPairOneThread extends ArenaPairBenchmark {
    /** Creates the benchmark; called by JMH. */
    public ArenaPairOneThread() {}
}
