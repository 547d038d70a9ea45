// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests simulations that last many days. Links and DMA engines count time in picoseconds, and 2<sup>63</sup>
 * picoseconds are only 106.75 days.
 */
class VirtualDaysTest {
    private static final int LENGTH = 65_536;
    private static final int MESSAGES = 200;
    private static final long MINUTE = 60_000_000_000L;
    private static final long DAY = 86_400_000_000_000L;

    private final long seed = Seed.get();

    /**
     * Returns the time at which each of a pair's actions completed, in nanoseconds after a given point in virtual time.
     */
    private List<Long> timesFrom(final long begin) {
        final ConnectedPair pair = new ConnectedPair();
        final GuardedBuffer here = new GuardedBuffer(pair.client.device, LENGTH);
        final GuardedBuffer there = new GuardedBuffer(pair.server.device, LENGTH);
        final FastRegisterRegion local = pair.client.register(here, Access.LOCAL_WRITE);
        final FastRegisterRegion remote = pair.server.register(there, Access.LOCAL_WRITE | Access.REMOTE);
        pair.simulation.runUntil(begin);
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Long> times = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            final SendRequests sends = pair.client.sends();
            for (int many = random.nextInt(4); many >= 0; many--) {
                if (random.nextBoolean()) {
                    sends.rdmaWrite(i, SendRequests.SIGNALED, there.iova, remote.key());
                } else {
                    sends.rdmaRead(i, SendRequests.SIGNALED, there.iova, remote.key());
                }
                sends.sge(here.iova, 1 + random.nextInt(LENGTH), local.key());
            }
            pair.client.postSends();
            pair.simulation.run();
            times.add(pair.simulation.nanoTime() - begin);
            assertEquals(
                    List.of(),
                    pair.client.completions().stream()
                            .filter(c -> !c.endsWith(":SUCCESS"))
                            .toList());
        }
        return times;
    }

    @ParameterizedTest
    @ValueSource(longs = {106 * DAY, Long.MAX_VALUE / 1000 - 1_000_000, 107 * DAY, 300 * DAY, 36_500 * DAY})
    void shouldTakeTheSameTimeAsOnTheFirstDay(final long begin) {
        assertEquals(timesFrom(MINUTE), timesFrom(begin));
    }
}
