/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleStackTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1023, 1024, 1025, 2048, 2049, 9000})
    void shouldGiveBackInReverse(final int handles) {
        final HandleStack stack = new HandleStack();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < handles; i++) {
                stack.reserve(i + 1);
                stack.push(i);
            }
            assertEquals(handles, stack.size());
            for (int i = handles - 1; i >= 0; i--) {
                assertEquals(i, stack.pop());
            }
            assertTrue(stack.isEmpty());
        }
    }

    @Test
    void shouldTakeTheLinesDownWithAPopBelowThem() {
        final HandleStack stack = filled(6);
        stack.age();
        stack.reserve(10);
        for (int handle = 6; handle < 10; handle++) {
            stack.push(handle);
        }
        stack.age();
        stack.pop();
        assertEquals(0, stack.active());
        assertEquals(9, stack.inactive());
        assertEquals(6, stack.doomed());
        for (int i = 0; i < 5; i++) {
            stack.pop();
        }
        assertEquals(4, stack.doomed());
        stack.push(77);
        assertEquals(1, stack.active());
        assertEquals(4, stack.inactive());
        assertEquals(4, stack.doomed(), "a handle that was just used must not be destroyed");
    }

    @Test
    void shouldKeepRoomForThoseInUseWhenHandlesComeBackAtTheBottom() {
        final int page = 1024;
        final HandleStack stack = filled(page);
        final int[] taken = new int[page];
        stack.age();
        stack.age();
        stack.takeDoomed(taken, page);
        stack.reserve(4 * page);
        stack.returnDoomed(taken, page);
        for (int i = page; i < 5 * page; i++) {
            stack.push(i);
        }
        for (int i = 5 * page - 1; i >= 0; i--) {
            assertEquals(i, stack.pop());
        }
    }

    @Test
    void shouldAgreeWithTwoLists() throws Exception {
        Seed.run(HandleStackTest::agreesWithTwoLists);
    }

    private static HandleStack filled(final int handles) {
        final HandleStack stack = new HandleStack();
        stack.reserve(handles);
        for (int i = 0; i < handles; i++) {
            stack.push(i);
        }
        return stack;
    }

    /** Ends of the deques: first is the bottom, last the top. Handles that were popped wait in {@code out}. */
    private static void agreesWithTwoLists(final long seed) {
        final Random random = new Random(seed);
        final HandleStack stack = new HandleStack();
        final Deque<Integer> active = new ArrayDeque<>();
        final Deque<Integer> inactive = new ArrayDeque<>();
        final List<Integer> out = new ArrayList<>();
        int next = 0;
        for (int step = 0; step < 3_000; step++) {
            final int amount = random.nextInt(4) == 0 ? random.nextInt(3_000) : random.nextInt(20);
            switch (random.nextInt(6)) {
                case 0 -> {
                    for (int i = 0; i < amount && stack.size() < 20_000; i++) {
                        stack.reserve(stack.size() + out.size() + 1);
                        stack.push(next);
                        active.addLast(next++);
                    }
                }
                case 1 -> {
                    for (int i = 0; i < amount && !stack.isEmpty(); i++) {
                        final int expected = active.isEmpty() ? inactive.removeLast() : active.removeLast();
                        assertEquals(expected, stack.pop());
                        out.add(expected);
                    }
                }
                case 2 -> {
                    for (int i = 0; i < amount && !out.isEmpty(); i++) {
                        final int handle = out.remove(out.size() - 1);
                        stack.push(handle);
                        active.addLast(handle);
                    }
                }
                case 3 -> {
                    age(stack, active, inactive);
                }
                case 4 -> takeSome(stack, inactive, Math.min(amount, stack.doomed()), random.nextBoolean());
                default -> {
                    out.clear();
                    stack.trim(stack.size());
                }
            }
            assertEquals(active.size(), stack.active());
            assertEquals(inactive.size(), stack.inactive());
            assertTrue(stack.doomed() >= 0 && stack.doomed() <= inactive.size());
        }
    }

    private static void age(final HandleStack stack, final Deque<Integer> active, final Deque<Integer> inactive) {
        final int doomed = inactive.size();
        inactive.addAll(active);
        active.clear();
        stack.age();
        assertEquals(doomed, stack.doomed());
    }

    private static void takeSome(
            final HandleStack stack, final Deque<Integer> inactive, final int count, final boolean back) {
        final int[] taken = new int[count];
        stack.takeDoomed(taken, count);
        if (back) {
            stack.returnDoomed(taken, count);
        }
        for (int i = 0; i < count; i++) {
            final int expected = inactive.removeFirst();
            assertEquals(expected, taken[i]);
        }
        for (int i = count - 1; back && i >= 0; i--) {
            inactive.addFirst(taken[i]);
        }
    }
}
