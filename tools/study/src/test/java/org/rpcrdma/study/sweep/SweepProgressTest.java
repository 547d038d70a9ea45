// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SweepProgressTest {
    private static final long SECOND = 1_000_000_000;

    private long now = 17;

    @Test
    void shouldExpectTheRemainingRpcsToTakeAsLongAsEarlierOnes() {
        final SweepProgress progress = new SweepProgress(() -> now, 3, 100_000);
        progress.begin("connections=1", 0, 0);
        assertEquals("point 1 of 3, connections=1: 0 %", progress.line(0));
        now += 4 * SECOND;
        assertEquals("point 1 of 3, connections=1: 10 %, 2,500 RPCs/s, 36 s left", progress.line(10_000));
        progress.begin("x".repeat(100), 1, 20_000);
        now += 96 * SECOND;
        assertEquals("point 2 of 3, " + "x".repeat(60) + "...: 25 %, 250 RPCs/s, 5 min left", progress.line(5_000));
        now += 20_000 * SECOND;
        assertEquals("point 2 of 3, " + "x".repeat(60) + "...: 50 %, 2 RPCs/s, 5 h 35 min left", progress.line(30_000));
        progress.begin("z", 2, 70_000);
        assertEquals(
                "point 3 of 3, z: 70 %, 3 RPCs/s, 2 h 23 min left", progress.line(0), "another process ran 20,000");
    }

    @Test
    void shouldCountPointsThatOthersFinishWhileALongPointRuns() {
        final SweepProgress progress = new SweepProgress(() -> now, 4, 100_000);
        progress.begin("long", 0, 0);
        now += 10 * SECOND;
        assertEquals("point 1 of 4, long: 10 %, 1,000 RPCs/s, 1 min left", progress.line(10_000));
        progress.done(2, 40_000);
        assertEquals("point 3 of 4, long: 50 %, 5,000 RPCs/s, 10 s left", progress.line(10_000));
    }
}
