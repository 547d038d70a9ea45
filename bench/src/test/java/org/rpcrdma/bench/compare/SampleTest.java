// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;

/** Tests the shorter comparisons from which a sweep's time is estimated. */
class SampleTest {
    private static Comparison sample(final int connections, final int rpcs, final long mostRpcs, final long mostBuffers)
            throws IOException {
        return Comparison.of(
                        new ComparisonSettings.Builder()
                                .connections(connections)
                                .echo(rpcs, 1024)
                                .credits(1)
                                .buffers(4)
                                .seeds(1, 3)
                                .strategies(Strategy.PER_BUFFER_DMA, Strategy.SHARD_DMA)
                                .build(),
                        new Captures(new PrintWriter(Writer.nullWriter())))
                .sample(mostRpcs, mostBuffers);
    }

    @Test
    void shouldHaveFewerClientsThatMakeAsManyRpcs() throws IOException {
        final Comparison sample = sample(10, 5, 30, 1000);
        assertEquals(2, sample.settings().traffic().connections());
        assertEquals(2 * 2 * 5, sample.allRpcs());
        assertEquals(16, sample(10, 5, 100, 24).allBuffers());
    }

    @Test
    void shouldMakeFewerRpcsPerConnectionIfOneClientWouldMakeTooMany() throws IOException {
        final Comparison sample = sample(10, 1_000_000, 30, 1000);
        assertEquals(1, sample.settings().traffic().connections());
        assertEquals(30, sample.allRpcs());
        assertEquals(2, sample(1, 10, 1, 1).allRpcs());
    }

    @Test
    void shouldBeTheSameComparisonIfItIsShort() throws IOException {
        final Comparison sample = sample(10, 5, 100, 80);
        assertEquals(10, sample.settings().traffic().connections());
        assertEquals(100, sample.allRpcs());
        assertEquals(80, sample.allBuffers());
    }
}
