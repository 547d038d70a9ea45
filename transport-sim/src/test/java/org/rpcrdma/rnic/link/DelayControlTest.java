// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DelayControlTest {
    private static final int MOST = 200;
    private static final long BASE = 1_000_000;
    private static final long TARGET = BASE + DelayControl.QUEUEING;

    private DelayControl control = new DelayControl(32, MOST);
    private long now = DelayControl.LEAST_DELAY_LASTS;

    /** Delivers the answers to a full window of packets after the given delay. */
    private int roundTrip(final long delay) {
        now += delay;
        control.packetsWait();
        control.arrived(control.window(), delay, now);
        return control.window();
    }

    /** Delivers answers at the end of an interval in which every answer was delayed by at least the given time. */
    private int queued(final long delay) {
        now += delay;
        for (int i = 0; i < 2; i++) {
            now += DelayControl.INTERVAL;
            control.packetsWait();
            control.arrived(0, delay, now);
        }
        return control.window();
    }

    /** Ends the initial growth. After this, the window grows by one packet per round trip. */
    private int started() {
        roundTrip(BASE);
        roundTrip(BASE);
        roundTrip(BASE);
        control.lost(now);
        return control.window();
    }

    @Test
    void shouldDoubleInARoundTripUntilTheFirstDecrease() {
        assertEquals(64, roundTrip(BASE));
        assertEquals(128, roundTrip(TARGET));
        assertEquals(MOST, roundTrip(BASE));
    }

    @Test
    void shouldGrowByOneInARoundTripBelowTheTarget() {
        final int window = started();
        assertEquals(window + 1, roundTrip(TARGET));
        control.packetsWait();
        control.arrived(window + 2, CongestionControl.UNKNOWN, now);
        assertEquals(window + 2, control.window(), "the delay measured last counts");
    }

    @Test
    void shouldShrinkByFourFifthsOfTheShareOfTheDelayAboveTheTarget() {
        final int window = started();
        assertEquals((int) (window * (1 - 0.8 * 0.25)), queued(TARGET * 4 / 3));
    }

    /** A busy host delays some answers, whereas a queue delays all of them. */
    @Test
    void shouldNotShrinkWhileSomeAnswersAreInTime() {
        int window = started();
        for (int i = 0; i < 100; i++) {
            final int before = window;
            window = roundTrip(i % 2 == 0 ? DelayControl.INTERVAL / 2 : BASE);
            assertTrue(window >= before, "window=" + window);
        }
    }

    @Test
    void shouldNotDoubleAfterTwoLateAnswers() {
        roundTrip(BASE);
        assertEquals(128, roundTrip(TARGET + 1));
        assertEquals(129, roundTrip(TARGET + 1));
    }

    @Test
    void shouldShrinkToTheHalfAtMostAndOnceInARoundTrip() {
        roundTrip(BASE);
        roundTrip(BASE);
        assertEquals(64, queued(100 * BASE));
        control.arrived(10, 100 * BASE, now + 99 * BASE);
        control.lost(now + 99 * BASE);
        assertEquals(64, control.window());
        control.lost(now + 100 * BASE);
        assertEquals(32, control.window());
    }

    /** The cause may be a queue of other hosts' packets, a busy host or a longer route. */
    @Test
    void shouldRestoreTheWindowIfTheDelayStaysTheSame() {
        final int window = started();
        assertTrue(queued(10 * BASE) < window);
        assertEquals(window, queued(10 * BASE));
        assertEquals(window + 1, roundTrip(10 * BASE));
        now += DelayControl.OTHER_CAUSE_LASTS;
        assertTrue(queued(10 * BASE) < window, "it is tried again");
    }

    @Test
    void shouldShrinkBelow64PacketsWhileTheDelayShrinksToo() {
        control = new DelayControl(1000, 2000);
        roundTrip(BASE);
        control.lost(now);
        assertEquals(1000, control.window());
        assertEquals(500, queued(32 * BASE));
        assertEquals(250, queued(17 * BASE));
        assertEquals(125, queued(9 * BASE));
        assertEquals(62, queued(6 * BASE));
        assertEquals(62, queued(3 * BASE));
        assertEquals(63, roundTrip(3 * BASE));
    }

    /** The link carries 20 packets per BASE, so answers are late if the window has 64 packets. */
    @Test
    void shouldNotMistakeItsOwnQueueForAnotherCause() {
        for (int i = 0; i < 5000; i++) {
            final int window = roundTrip(Math.max(BASE, BASE * control.window() / 20));
            assertTrue(i < 100 || window <= 72 && window >= 31, "round=" + i + " window=" + window);
        }
    }

    /** At most 256 packets of a queue pair are in flight, so a larger window has no effect. */
    @Test
    void shouldShrinkAWindowThatPacketsDoNotFillUntilTheyDo() {
        control = new DelayControl(32, 1365);
        long queued = 0;
        for (int i = 0; i < 5000; i++) {
            final int onTheWay = Math.min(256, control.window());
            final long delay = Math.max(BASE, BASE * onTheWay / 20);
            now += delay;
            if (onTheWay < 256) {
                control.packetsWait();
            }
            control.arrived(onTheWay, delay, now);
            queued += delay;
        }
        assertTrue(queued / 5000 < 4 * BASE, "mean delay=" + queued / 5000);
    }

    @Test
    void shouldNotGrowWhileNoPacketWaits() {
        final int window = started();
        for (int i = 0; i < 100; i++) {
            now += DelayControl.INTERVAL;
            control.arrived(10, BASE, now);
        }
        assertTrue(control.window() <= window + 1, "window=" + control.window());
    }

    @Test
    void shouldDoubleUpToTheWindowOfTheLastLossWhileAnotherCauseLasts() {
        control = new DelayControl(100, 2000);
        assertEquals(200, roundTrip(BASE));
        assertEquals(100, queued(10 * BASE));
        assertEquals(200, queued(10 * BASE));
        assertEquals(400, roundTrip(10 * BASE));
        assertEquals(800, roundTrip(10 * BASE));
        now += 10 * BASE;
        control.lost(now);
        assertEquals(400, control.window());
        assertEquals(401, roundTrip(10 * BASE));
    }

    /** Losses prove that there is a queue. */
    @Test
    void shouldNotGrowBackAfterLosses() {
        started();
        queued(10 * BASE);
        for (int i = 0; i < 6; i++) {
            now += 10 * BASE;
            control.lost(now);
        }
        assertEquals(8, control.window());
        queued(10 * BASE);
        assertEquals(8, queued(10 * BASE));
    }

    @Test
    void shouldTryAgainAfterAnswersInTime() {
        control = new DelayControl(1000, 2000);
        roundTrip(BASE);
        control.lost(now);
        assertEquals(500, queued(10 * BASE));
        assertEquals(500, queued(BASE));
        assertEquals(250, queued(10 * BASE), "nothing is restored");
    }

    @Test
    void shouldGrowAfterLossesEvenIfAllAnswersAreLate() {
        started();
        for (int i = 0; i < 100; i++) {
            now += 10 * BASE;
            control.lost(now);
        }
        assertEquals(8, control.window());
        assertEquals(9, roundTrip(10 * BASE));
        assertEquals(10, roundTrip(10 * BASE));
    }

    /** The delays are 1 to 30 ms and do not depend on the window. */
    @Test
    void shouldRarelyShrinkBecauseOfABusyHost() {
        final SplittableRandom random = new SplittableRandom(1);
        started();
        double sum = 0;
        final int rounds = 5000;
        for (int i = 0; i < rounds; i++) {
            sum += roundTrip(BASE + random.nextLong(29 * BASE));
        }
        assertTrue(sum / rounds > MOST / 2, "mean=" + sum / rounds);
    }

    /** Unless there was a pause, a longer route shrinks the window. */
    @Test
    void shouldMeasureALongerRouteAfterAPause() {
        final int window = started();
        assertTrue(queued(3 * BASE) < window);
        control.begin(now);
        assertTrue(queued(3 * BASE) < window);
        now += DelayControl.LEAST_DELAY_LASTS;
        control.begin(now);
        final int smallest = control.window();
        queued(3 * BASE);
        assertEquals(smallest + 1, roundTrip(3 * BASE));
    }

    /**
     * Two hosts with one window each share a bottleneck of 100 packets per BASE. The queue must stay near the target,
     * and neither host may starve.
     */
    @Test
    void shouldKeepALinkBusyAndItsQueueShort() {
        final DelayControl other = new DelayControl(150, MOST);
        long delay = BASE;
        double queued = 0;
        final int rounds = 2000;
        for (int i = 0; i < rounds; i++) {
            now += delay;
            control.packetsWait();
            other.packetsWait();
            control.arrived(control.window(), delay, now);
            other.arrived(other.window(), delay, now);
            final int onTheWay = control.window() + other.window();
            assertTrue(onTheWay < 2 * MOST);
            delay = Math.max(BASE, BASE * onTheWay / 100);
            queued += delay - BASE;
            if (i > rounds / 2) {
                assertTrue(onTheWay >= 100, "the link idles: packets=" + onTheWay);
                assertTrue(delay < TARGET + DelayControl.QUEUEING, "delay=" + delay);
            }
        }
        assertTrue(queued / rounds < 1.5 * DelayControl.QUEUEING, "mean=" + queued / rounds);
        assertTrue(Math.min(control.window(), other.window()) > 20, control.window() + " " + other.window());
    }
}
