// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.depth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.load.CaptureLoad;

class NeededReceivesTest {
    /** Each connection has a call in flight for a quarter of the time. */
    @Test
    void shouldAddIndependentNumbers() {
        final Distribution one = Distribution.of(new double[] {0.75, 0.25, 0});
        assertEquals(1, one.most());
        final Distribution sum = one.times(400);
        assertEquals(100, sum.mean(), 1e-9);
        assertEquals(Math.sqrt(400 * 0.25 * 0.75), sum.deviation(), 1e-9);
        assertEquals(0, one.times(0).most());
        // The binomial distribution for three connections.
        final Distribution three = one.times(3);
        assertEquals(3, three.most());
        assertEquals(2, three.atMost(1 / 64.0));
        assertEquals(3, three.atMost(1 / 65.0));
        assertEquals(1, three.atMost(10 / 64.0));
    }

    /** Tests the documented rule of thumb over its documented range. */
    @ParameterizedTest
    @CsvSource({"nfs3", "nfs41", "nfs42fio"})
    void shouldHaveARuleOfThumbThatIsNeverShortAndRarelyLong(final String capture) throws Exception {
        final NeededReceives needed = new NeededReceives(new CaptureLoad(capture, BundledCaptures.read(capture)));
        for (int connections = 1; connections <= 2048; connections *= 2) {
            final int exact = needed.receives(connections, 1e-6)[0];
            final int rule = needed.rule(connections);
            final String found = capture + " connections=" + connections + " exact=" + exact + " rule=" + rule;
            assertTrue(rule >= exact, found);
            assertTrue(rule <= 1.25 * exact, found);
        }
    }
}
