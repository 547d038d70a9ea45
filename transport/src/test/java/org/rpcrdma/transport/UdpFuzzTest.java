// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Seed;

/**
 * Runs a short slice of {@link UdpFuzz}. {@code -Dudp.fuzz=} sets the number of datagrams. With 100,000 or more, the
 * test prints figures.
 */
class UdpFuzzTest {
    private static final long DATAGRAMS = 4_000;
    private static final long REQUESTS = 600;
    private static final int MOST_HALF_OPEN = 256;
    private static final long LONG_RUN = 100_000;
    private static final long WARM_UP = 20_000;
    private static final long MOST_GROWTH = 16 << 20;
    private static final long LIFETIME_NANOS = 90_000_000_000L;

    @Test
    void shouldServeAnHonestPeerAndKeepItsMemoryDespiteHostileDatagrams() {
        final long count = Long.getLong("udp.fuzz", DATAGRAMS);
        try (UdpFuzz fuzz = new UdpFuzz(Seed.get())) {
            if (count < LONG_RUN) {
                fuzz.run(count);
            } else {
                runLong(fuzz, count);
            }
        } catch (final RuntimeException | AssertionError e) {
            throw new AssertionError("failed with seed=" + Seed.get(), e);
        }
    }

    @Test
    void shouldServeAnHonestPeerWhileOthersRequestConnectionsInMasses() {
        try (UdpFuzz fuzz = new UdpFuzz(Seed.get())) {
            fuzz.run(1);
            fuzz.flood(REQUESTS);
            assertTrue(fuzz.halfOpen() <= MOST_HALF_OPEN, fuzz.figures());
        }
    }

    private static void runLong(final UdpFuzz fuzz, final long count) {
        fuzz.run(WARM_UP);
        fuzz.awaitForgotten(LIFETIME_NANOS);
        final long[] before = UdpFuzz.memory();
        final long begin = System.nanoTime();
        fuzz.run(WARM_UP + count);
        System.out.println((System.nanoTime() - begin) / 1_000_000 + " ms");
        System.out.println(fuzz.figures());
        final long[] flooded = UdpFuzz.memory();
        fuzz.awaitForgotten(LIFETIME_NANOS);
        final long[] after = UdpFuzz.memory();
        for (int i = 0; i < 2; i++) {
            System.out.println((i == 0 ? "heap" : "direct") + " bytes: before=" + before[i] + " flooded=" + flooded[i]
                    + " after=" + after[i]);
            assertTrue(after[i] < before[i] + MOST_GROWTH, "grows: before=" + before[i] + " after=" + after[i]);
        }
    }
}
