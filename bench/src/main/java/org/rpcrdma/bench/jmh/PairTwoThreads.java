/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.jmh;

import org.openjdk.jmh.annotations.Threads;

/**
 * {@link PairBenchmark} in two threads at once; the time is that of one thread's pair.
 *
 * <p>How to run: {@code ./rpcrdma jmh PairTwoThreads --gc}
 */
@Threads(2)
@Question(
        value =
                "What does it cost to take a registration handle out of its pool and to give it back, in two threads at once?",
        reference = "frmrPools")
public class PairTwoThreads extends PairBenchmark {
    /** Made by JMH. */
    public PairTwoThreads() {}
}
