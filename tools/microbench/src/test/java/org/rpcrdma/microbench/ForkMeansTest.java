// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class ForkMeansTest {
    private static final IterationParams ITERATIONS =
            new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.seconds(1), 1);

    @Test
    void shouldPrintTheLeastTheMedianAndTheMostOfTheForksMeans() {
        final StringWriter text = new StringWriter();
        ForkMeans.print(
                List.of(
                        result("org.rpcrdma.ArenaPairOneThread.arena", "", 14, 9, 10),
                        result("org.rpcrdma.PairOneThread.frmrPools", "64", 8.25, 1.75)),
                new PrintWriter(text));
        assertEquals("""

                Means of the forks                forks  least  median   most   unit
                ArenaPairOneThread.arena              3   9.00   10.00  14.00  ns/op
                PairOneThread.frmrPools pools=64      2   1.75    5.00   8.25  ns/op
                """, text.toString());
    }

    /** Returns a JMH result whose forks have the given means. Each fork has two iterations. */
    private static RunResult result(final String benchmark, final String pools, final double... means) {
        final WorkloadParams workload = new WorkloadParams();
        if (!pools.isEmpty()) {
            workload.put("pools", pools, 0);
        }
        final BenchmarkParams params = new BenchmarkParams(
                benchmark,
                benchmark,
                true,
                1,
                new int[] {1},
                List.of(),
                means.length,
                0,
                ITERATIONS,
                ITERATIONS,
                Mode.AverageTime,
                workload,
                TimeUnit.NANOSECONDS,
                1,
                "java",
                List.of(),
                "17",
                "vm",
                "17",
                "1.37",
                TimeValue.seconds(1));
        final List<BenchmarkResult> forks = new ArrayList<>();
        for (final double mean : means) {
            forks.add(new BenchmarkResult(params, List.of(iteration(params, mean - 1), iteration(params, mean + 1))));
        }
        return new RunResult(params, forks);
    }

    private static IterationResult iteration(final BenchmarkParams params, final double nanos) {
        final IterationResult result = new IterationResult(params, ITERATIONS, null);
        result.addResult(
                new AverageTimeResult(ResultRole.PRIMARY, "time", 1_000, (long) (nanos * 1_000), TimeUnit.NANOSECONDS));
        return result;
    }
}
