// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;

class DoorbellTimesTest {
    private final DoorbellTimes doorbells = new DoorbellTimes();

    /** Compares the doorbell times with a list that contains one time per request. */
    @Test
    void shouldShowEachRequestFromItsTimeOnForAnyChains() {
        final SeededRandom random = new SeededRandom(Seed.get());
        final long[] times = new long[1000];
        int posted = 0;
        int taken = 0;
        long now = 0;
        long ring = 0;
        while (taken < times.length) {
            if (posted < times.length && random.nextInt(3) != 0) {
                ring = Math.max(ring, now) + random.nextInt(50);
                final int end = Math.min(times.length, posted + 1 + random.nextInt(4));
                while (posted < end) {
                    times[posted++] = ring;
                    doorbells.add(posted, ring);
                }
            }
            now += random.nextInt(40);
            while (taken < posted && doorbells.hasSeen(taken, now)) {
                assertTrue(times[taken] <= now, "position=" + taken);
                taken++;
            }
            if (taken < posted) {
                assertTrue(times[taken] > now, "position=" + taken);
            }
        }
    }
}
