// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.time.Event;

class SimulationTest {
    private final Simulation simulation = new Simulation(1);
    private final List<String> happened = new ArrayList<>();

    private final class Note extends Event {
        private final String text;
        private long time;
        private int order;

        Note(final String text) {
            this.text = text;
        }

        @Override
        protected void fire() {
            happened.add(text);
        }
    }

    @Test
    void shouldLetEventsHappenInTheOrderOfTheirTimes() {
        simulation.schedule(new Note("late"), 30);
        simulation.schedule(new Note("early"), 10);
        simulation.schedule(new Note("middle"), 20);
        simulation.run();
        assertEquals(List.of("early", "middle", "late"), happened);
        assertEquals(30, simulation.nanoTime());
    }

    @Test
    void shouldKeepTheOrderOfSchedulingAmongEqualTimes() {
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            expected.add("e" + i);
            simulation.schedule(new Note("e" + i), 5);
        }
        simulation.run();
        assertEquals(expected, happened);
    }

    @Test
    void shouldScheduleAnEventAgainFromItself() {
        final int[] count = {0};
        final Event event = new Event() {
            @Override
            protected void fire() {
                if (++count[0] < 5) {
                    simulation.schedule(this, simulation.nanoTime() + 7);
                }
            }
        };
        simulation.schedule(event, 0);
        simulation.run();
        assertEquals(5, count[0]);
        assertEquals(28, simulation.nanoTime());
    }

    @Test
    void shouldRejectAPastTimeAndAScheduledEvent() {
        final Note note = new Note("n");
        simulation.schedule(note, 10);
        assertThrows(IllegalStateException.class, () -> simulation.schedule(note, 20));
        simulation.run();
        assertThrows(IllegalArgumentException.class, () -> simulation.schedule(note, 9));
        assertThrows(IllegalArgumentException.class, () -> simulation.runUntil(9));
    }

    @Test
    void shouldRunUpToAPointInTime() {
        simulation.schedule(new Note("a"), 10);
        simulation.schedule(new Note("b"), 20);
        simulation.schedule(new Note("c"), 21);
        simulation.runUntil(20);
        assertEquals(List.of("a", "b"), happened);
        assertEquals(20, simulation.nanoTime());
        assertEquals(21, simulation.nextEventTime());
        assertTrue(simulation.hasEvents());
        assertTrue(simulation.step());
        assertFalse(simulation.step());
        assertEquals(Long.MAX_VALUE, simulation.nextEventTime());
    }

    @Test
    void shouldAgreeWithASortedListUnderRandomSchedulingAndCancelling() {
        final String property = System.getProperty("seed");
        final long seed = property == null || property.isEmpty() ? 20261120 : Long.parseLong(property);
        final SeededRandom random = new SeededRandom(seed);
        final List<Note> model = new ArrayList<>();
        final Comparator<Note> order =
                Comparator.<Note>comparingLong(note -> note.time).thenComparingInt(note -> note.order);
        for (int i = 0; i < 20_000; i++) {
            final int dice = random.nextInt(10);
            if (dice < 5) {
                final Note note = new Note("n" + i);
                note.time = simulation.nanoTime() + random.nextInt(random.nextInt(8) == 0 ? 100_000 : 50);
                note.order = i;
                model.add(note);
                simulation.schedule(note, note.time);
            } else if (dice < 7 && !model.isEmpty()) {
                final Note note = model.remove(random.nextInt(model.size()));
                assertTrue(simulation.cancel(note), "seed=" + seed);
                assertFalse(simulation.cancel(note), "seed=" + seed);
            } else {
                model.sort(order);
                assertEquals(!model.isEmpty(), simulation.step(), "seed=" + seed);
                if (!model.isEmpty()) {
                    final Note first = model.remove(0);
                    assertEquals(first.text, happened.get(happened.size() - 1), "seed=" + seed);
                    assertEquals(first.time, simulation.nanoTime(), "seed=" + seed);
                }
            }
        }
    }

    @Test
    void shouldGiveTheSameNumbersForTheSameSeed() {
        final SeededRandom one = new Simulation(42).random();
        final SeededRandom other = new Simulation(42).random();
        for (int i = 0; i < 100; i++) {
            assertEquals(one.nextLong(), other.nextLong());
        }
        assertNotEquals(new SeededRandom(1).nextLong(), new SeededRandom(2).nextLong());
        assertNotEquals(one.split().nextLong(), one.split().nextLong());
    }

    @Test
    void shouldGiveThePublishedNumbersOfSplitMix64() {
        final SeededRandom random = new SeededRandom(1234567);
        assertEquals(6457827717110365317L, random.nextLong());
        assertEquals(3203168211198807973L, random.nextLong());
    }

    @Test
    void shouldSpreadNumbersBelowTheirBound() {
        final SeededRandom random = new SeededRandom(7);
        final int[] seen = new int[10];
        for (int i = 0; i < 100_000; i++) {
            seen[random.nextInt(10)]++;
            final long below = random.nextLong(3);
            assertTrue(below >= 0 && below < 3);
            final double fraction = random.nextDouble();
            assertTrue(fraction >= 0 && fraction < 1);
        }
        for (final int count : seen) {
            assertTrue(count > 9_500 && count < 10_500, "count=" + count);
        }
        assertThrows(IllegalArgumentException.class, () -> random.nextInt(0));
        assertThrows(IllegalArgumentException.class, () -> random.nextLong(0));
    }
}
