// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Threads;

/**
 * {@link PairBenchmark} in one thread.
 *
 * <p>How to run: {@code ./rpcrdma jmh PairOneThread --gc}
 */
@Threads(1)
public class PairOneThread extends PairBenchmark {
    /** Called by JMH. */
    public PairOneThread() {}
}
