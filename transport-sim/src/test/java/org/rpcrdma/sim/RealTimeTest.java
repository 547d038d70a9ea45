// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** A simulation that goes with a clock, which is the test's. */
class RealTimeTest {
    private final List<String> happened = new ArrayList<>();
    private final HandPace pace = new HandPace();
    private final Simulation simulation = new Simulation(1, pace);

    private final class HandPace implements Pace {
        private final Queue<String> outside = new ArrayDeque<>();
        private long clock;
        private int wakeups;
        private int looks;
        private Runnable onTake = () -> {};

        @Override
        public long nanoTime() {
            return clock;
        }

        @Override
        public boolean take() {
            looks++;
            if (outside.isEmpty()) {
                return false;
            }
            happened.add(outside.remove() + "@" + simulation.nanoTime());
            onTake.run();
            return true;
        }

        @Override
        public void await(final long time) {
            happened.add("wait " + time);
            clock = time;
        }

        @Override
        public void wake() {
            wakeups++;
        }
    }

    private Event note(final String text) {
        return new Event() {
            @Override
            protected void fire() {
                happened.add(text + "@" + simulation.nanoTime());
            }
        };
    }

    @Test
    void shouldWaitForTheTimeOfAnEvent() {
        assertTrue(simulation.isRealTime());
        simulation.schedule(note("event"), 500);
        while (simulation.stepUntil(1000)) {
            continue;
        }
        assertEquals(List.of("wait 500", "event@500", "wait 1000"), happened);
    }

    @Test
    void shouldCountADelayFromTheTimeThatItIsWhenNothingHappenedForLong() {
        pace.clock = 5000;
        simulation.schedule(note("event"), simulation.nanoTime() + 500);
        assertTrue(simulation.stepUntil(6000));
        assertEquals(List.of("wait 5500"), happened);
    }

    @Test
    void shouldLetTheClockStandInAnEventButNotInWhatItCallsOutside() {
        simulation.schedule(
                new Event() {
                    @Override
                    protected void fire() {
                        pace.clock = 700;
                        happened.add("event@" + simulation.nanoTime());
                        simulation.callOut(() -> happened.add("handler@" + simulation.nanoTime()));
                    }
                },
                0);
        assertTrue(simulation.step());
        assertEquals(List.of("event@0", "handler@700"), happened);
    }

    @Test
    void shouldLetAnEventOfThePastHappenAtOnce() {
        pace.clock = 900;
        simulation.catchUp();
        simulation.schedule(note("event"), 800);
        assertTrue(simulation.step());
        assertEquals(List.of("event@900"), happened);
    }

    @Test
    void shouldTakeWhatComesFromOutsideBeforeItWaits() {
        pace.outside.add("packet");
        pace.clock = 70;
        assertTrue(simulation.stepUntil(100));
        assertEquals(List.of("packet@70"), happened);
        assertFalse(simulation.stepUntil(70));
    }

    /** A loop that is behind does not get further behind by looking ahead of each event. */
    @Test
    void shouldTakeFromOutsideOnceBeforeEventsThatAreLate() {
        for (int i = 0; i < 60; i++) {
            simulation.schedule(note("late"), 10 + i);
        }
        pace.clock = 5_000_000;
        for (int i = 0; i < 60; i++) {
            assertTrue(simulation.stepUntil(7_000_000));
            pace.clock += 1000;
        }
        assertEquals(60, happened.size());
        assertEquals(1, pace.looks);
    }

    /** A program that polls sees the result of the event before anything else comes. */
    @Test
    void shouldReturnAfterTheLastEventThatIsDue() {
        simulation.schedule(note("one"), 70);
        simulation.schedule(note("other"), 70);
        pace.outside.add("packet");
        pace.clock = 70;
        assertTrue(simulation.stepUntil(70));
        assertFalse(simulation.stepUntil(70));
        assertEquals(List.of("one@70", "other@70"), happened);
        assertFalse(simulation.stepUntil(70));
        assertEquals(List.of("one@70", "other@70", "packet@70"), happened);
    }

    /** A program that works long between its calls gets its datagrams, too. */
    @Test
    void shouldTakeFromOutsideOnceInAHundredMicrosecondsWhateverHappens() {
        for (int i = 1; i <= 20; i++) {
            pace.clock = i * 50_000;
            simulation.schedule(note("event"), pace.clock);
            while (simulation.stepUntil(pace.clock)) {
                continue;
            }
        }
        assertEquals(20, happened.size());
        assertTrue(pace.looks >= 6, "looks=" + pace.looks);
    }

    /** An acknowledgement is not to go ahead of what a handler sends because of the same datagram. */
    @Test
    void shouldNotTryAgainBeforeTheEventsOfWhatWasTaken() {
        pace.outside.add("packet");
        pace.onTake = () -> {
            pace.clock += 150_000;
            simulation.catchUp();
            simulation.schedule(note("answer"), simulation.nanoTime());
        };
        pace.clock = 10;
        assertTrue(simulation.stepUntil(1_000_000));
        pace.clock += 150;
        assertTrue(simulation.stepUntil(1_000_000));
        assertEquals(2, happened.size());
        assertEquals(1, pace.looks);
    }

    @Test
    void shouldLetALateEventHappenAtTheTimeThatItIs() {
        simulation.schedule(note("near"), 100);
        simulation.schedule(note("far"), 900_000);
        pace.clock = 5_000_000;
        simulation.catchUp();
        simulation.schedule(note("new"), 5_000_010);
        pace.clock = 6_000_000;
        for (int i = 0; i < 3; i++) {
            assertTrue(simulation.stepUntil(7_000_000));
        }
        assertEquals(List.of("near@6000000", "far@6000000", "new@6000000"), happened);
    }

    @Test
    void shouldTakeFromOutsideBetweenManyEvents() {
        for (int i = 0; i < 100; i++) {
            simulation.schedule(note("event"), 10);
        }
        pace.clock = 10;
        pace.outside.add("packet");
        while (simulation.stepUntil(11) && happened.size() < 101) {
            continue;
        }
        final int place = happened.indexOf("packet@10");
        assertTrue(place > 0 && place < 100, "place=" + place);
    }

    @Test
    void shouldWakeUpForAnotherThreadsEvent() {
        simulation.inject(note("injected"));
        assertEquals(1, pace.wakeups);
        assertTrue(simulation.stepUntil(100));
        assertEquals(List.of("injected@0"), happened);
    }
}
