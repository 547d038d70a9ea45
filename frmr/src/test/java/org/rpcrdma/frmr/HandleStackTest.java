// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Seed;

class HandleStackTest {
    private static final int PAGE = HandleStack.PAGE_SIZE;

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
    void shouldHoldThePagesThatItsHandlesAndReservedRoomNeed() {
        final HandleStack stack = filled(3 * PAGE);
        assertEquals(3, pages(stack));
        stack.age(0);
        stack.age(2 * PAGE);
        stack.removeDoomed(2 * PAGE - 1, new int[0], 0);
        assertEquals(2, pages(stack));
        stack.removeDoomed(1, new int[0], 0);
        assertEquals(1, pages(stack));
        stack.reserve(PAGE + 1);
        assertEquals(3, pages(stack));
        stack.trim(PAGE);
        assertEquals(2, pages(stack));
        stack.trim(1);
        assertEquals(2, pages(stack));
        stack.trim(0);
        assertEquals(1, pages(stack));
        for (int i = 0; i < PAGE; i++) {
            stack.popHandle();
        }
        stack.trim(0);
        assertEquals(0, pages(stack));
    }

    /** Returns how many pages a stack holds. */
    static long pages(final HandleStack stack) {
        try {
            final Field pages = HandleStack.class.getDeclaredField("pages");
            pages.setAccessible(true);
            return Arrays.stream((int[][]) pages.get(stack))
                    .filter(Objects::nonNull)
                    .count();
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
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
