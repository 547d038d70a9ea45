// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Seed;

class HandleStackTest {
    private static final int RING = HandleStack.SMALL_RING;

    @ParameterizedTest
    @ValueSource(ints = {1, 1019, 1020, 1021, 1023, 1024, 1025, 2047, 2048, 2049})
    void shouldKeepTheSurvivorsInTheirPlace(final int surviving) {
        final int handles = 2 * RING + 5;
        final HandleStack stack = filled(handles);
        stack.age(0);
        stack.age(handles);
        final int[] taken = new int[handles];
        assertEquals(handles, stack.copyDoomed(taken));
        stack.removeDoomed(handles, taken, surviving);
        assertEquals(surviving, stack.doomed());
        assertEquals(0, stack.size());
        stack.undoom();
        assertEquals(surviving, stack.inactive());
        for (int i = surviving - 1; i >= 0; i--) {
            assertEquals(taken[i], stack.pop());
        }
    }

    @Test
    void shouldHaveTheRoomThatItsHandlesAndReservationsNeed() {
        final HandleStack stack = filled(3 * RING);
        assertEquals(4 * RING, stack.room());
        stack.trim(0);
        assertEquals(4 * RING, stack.room());
        stack.age(0);
        stack.age(2 * RING);
        stack.removeDoomed(2 * RING, new int[0], 0);
        stack.reserve(3 * RING);
        assertEquals(4 * RING, stack.room());
        stack.trim(1);
        assertEquals(4 * RING, stack.room());
        stack.trim(0);
        assertEquals(RING, stack.room());
        for (int i = 3 * RING - 1; i >= 2 * RING; i--) {
            assertEquals(i, stack.pop());
        }
    }

    @Test
    void shouldAgreeWithTwoLists() throws Exception {
        Seed.run(seed -> new Comparison(seed).run());
    }

    private static HandleStack filled(final int handles) {
        final HandleStack stack = new HandleStack();
        stack.reserve(handles);
        for (int i = 0; i < handles; i++) {
            stack.push(i);
        }
        return stack;
    }

    /**
     * Compares a stack with lists after random steps. The first element of a list is the bottom, and the last is the
     * top.
     */
    private static final class Comparison {
        private final Random random;
        private final HandleStack stack = new HandleStack();
        private final Deque<Integer> active = new ArrayDeque<>();
        private final Deque<Integer> inactive = new ArrayDeque<>();
        private final Deque<Integer> doomed = new ArrayDeque<>();
        private final Deque<Integer> out = new ArrayDeque<>();
        private int next;

        Comparison(final long seed) {
            random = new Random(seed);
        }

        void run() {
            for (int step = 0; step < 5_000; step++) {
                step(random.nextInt(7), random.nextInt(4) == 0 ? random.nextInt(3_000) : random.nextInt(20));
                assertEquals(active.size(), stack.active());
                assertEquals(inactive.size(), stack.inactive());
                assertEquals(doomed.size(), stack.doomed());
                assertEquals(active.size() + inactive.size(), stack.size());
            }
        }

        private void step(final int choice, final int amount) {
            switch (choice) {
                case 0 -> repeat(Math.min(amount, 20_000 - stack.size()), this::make);
                case 1 -> repeat(Math.min(amount, stack.size()), this::pop);
                case 2 -> repeat(Math.min(amount, out.size()), this::push);
                case 3 -> age();
                case 4 -> destroy(amount);
                case 5 -> stack.trim(out.size());
                default -> undoom();
            }
        }

        private void make() {
            stack.reserve(out.size() + 1);
            stack.push(next);
            active.addLast(next++);
        }

        private void pop() {
            final int expected = active.isEmpty() ? inactive.removeLast() : active.removeLast();
            assertEquals(expected, stack.pop());
            out.addLast(expected);
        }

        private void push() {
            final int handle = out.removeLast();
            stack.push(handle);
            active.addLast(handle);
        }

        private void age() {
            final int dying = random.nextInt(inactive.size() + 1);
            stack.age(dying);
            repeat(dying, () -> doomed.addLast(inactive.removeFirst()));
            inactive.addAll(active);
            active.clear();
        }

        private void destroy(final int most) {
            final int[] taken = new int[most];
            final int count = stack.copyDoomed(taken);
            assertEquals(Math.min(most, doomed.size()), count);
            for (int i = 0; i < count; i++) {
                assertEquals(doomed.removeFirst(), taken[i]);
            }
            final int surviving = random.nextInt(count + 1);
            stack.removeDoomed(count, taken, surviving);
            for (int i = surviving - 1; i >= 0; i--) {
                doomed.addFirst(taken[i]);
            }
        }

        private void undoom() {
            stack.undoom();
            while (!doomed.isEmpty()) {
                inactive.addFirst(doomed.removeLast());
            }
        }

        private static void repeat(final int times, final Runnable step) {
            for (int i = 0; i < times; i++) {
                step.run();
            }
        }
    }
}
