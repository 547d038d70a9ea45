// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.Microbenchmarks;

class JmhMicrobenchmarksTest {
    @Test
    void shouldOfferItsBenchmarksToTheCommandLine() {
        final Microbenchmarks benchmarks =
                ServiceLoader.load(Microbenchmarks.class).findFirst().orElseThrow();
        for (final Class<?> benchmark : new Class<?>[] {ArenaBatch.class, EchoRpc.class, HeaderDecode.class}) {
            assertTrue(benchmarks.anyMatches(benchmark.getName()), benchmark::getName);
        }
        assertFalse(benchmarks.anyMatches("no.such.benchmark"));
    }
}
