// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Seed;

class HandleStackTest {
    private static final int PAGE = HandleStack.PAGE_SIZE;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1020, 1021, 1023, 1024, 1025, 2048, 2049, 9000})
    void shouldGiveBackInReverse(final int handles) {
        final HandleStack stack = new HandleLedger(FrmrKey.of(1, 8));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < handles; i++) {
                stack.reserve(1);
                stack.pushHandle(i);
            }
            assertEquals(handles, stack.size());
            for (int i = handles - 1; i >= 0; i--) {
                assertEquals(i, stack.popHandle());
            }
            assertTrue(stack.isEmpty());
        }
    }

    @Test
    void shouldTakeTheLineDownWithAPopBelowIt() {
        final HandleStack stack = filled(6);
        stack.age(0);
        stack.reserve(4);
        for (int handle = 6; handle < 10; handle++) {
            stack.pushHandle(handle);
        }
        assertEquals(4, stack.active());
        assertEquals(6, stack.inactive());
        for (int i = 0; i < 6; i++) {
            stack.popHandle();
        }
        assertEquals(0, stack.active());
        assertEquals(4, stack.inactive());
        stack.pushHandle(77);
        assertEquals(1, stack.active());
        assertEquals(4, stack.inactive());
    }

    @Test
    void shouldDoomTheOldestAndGiveThemToNobody() {
        final HandleStack stack = filled(6);
        stack.age(0);
        stack.age(4);
        assertEquals(4, stack.doomed());
        assertEquals(2, stack.size());
        assertEquals(5, stack.popHandle());
        assertEquals(4, stack.popHandle());
        assertTrue(stack.isEmpty());
        final int[] doomed = new int[8];
        assertEquals(4, stack.copyDoomed(doomed));
        for (int i = 0; i < 4; i++) {
            assertEquals(i, doomed[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1019, 1020, 1021, 1023, 1024, 1025, 2047, 2048, 2049})
    void shouldKeepTheSurvivorsInTheirPlace(final int surviving) {
        final int handles = 2 * PAGE + 5;
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
            assertEquals(taken[i], stack.popHandle());
        }
    }

    @Test
    void shouldKeepRoomForThoseInUseThroughAPass() {
        final HandleStack stack = filled(PAGE);
        stack.reserve(4 * PAGE);
        stack.age(0);
        stack.age(PAGE);
        stack.trim(4 * PAGE);
        for (int i = 0; i < 4 * PAGE; i++) {
            stack.pushHandle(i);
        }
        stack.removeDoomed(PAGE, new int[0], 0);
        for (int i = 4 * PAGE - 1; i >= 0; i--) {
            assertEquals(i, stack.popHandle());
        }
    }

    @Test
    void shouldAgreeWithTwoLists() throws Exception {
        Seed.run(seed -> new Comparison(seed).run());
    }

    private static HandleStack filled(final int handles) {
        final HandleStack stack = new HandleLedger(FrmrKey.of(1, 8));
        stack.reserve(handles);
        for (int i = 0; i < handles; i++) {
            stack.pushHandle(i);
        }
        return stack;
    }

    /** Random steps on a stack and on lists. The lists' first is the bottom, their last the top. */
    private static final class Comparison {
        private final Random random;
        private final HandleStack stack = new HandleLedger(FrmrKey.of(1, 8));
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
            stack.pushHandle(next);
            active.addLast(next++);
        }

        private void pop() {
            final int expected = active.isEmpty() ? inactive.removeLast() : active.removeLast();
            assertEquals(expected, stack.popHandle());
            out.addLast(expected);
        }

        private void push() {
            final int handle = out.removeLast();
            stack.pushHandle(handle);
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
