// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.Wakeup;

class DriveTest {
    private static final int MESSAGES = 1000;
    private static final Supplier<String> AWAITED = () -> "server=10.98.0.1:18515 outstanding=3";

    private final Loop loop = new Loop();
    private int polls;
    private int done;

    /** The number of polls between two messages does not depend on the loop. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void shouldRarelyGiveTheLoopATurnIfTheDeviceWorksOnItsOwn(final int pollsEach) {
        new Drive(loop, true)
                .until(
                        () -> done == MESSAGES,
                        () -> {
                            final int messages = ++polls % pollsEach == 0 ? 1 : 0;
                            done += messages;
                            return messages;
                        },
                        AWAITED);

        assertTrue(loop.turns < MESSAGES / 10, "turns=" + loop.turns);
        assertTrue(loop.looksAtTheClock < MESSAGES / 10, "looks=" + loop.looksAtTheClock);
    }

    /** A message that consists of many packets arrives after every 1,000 turns of the loop. */
    @Test
    void shouldGiveTheLoopATurnAfterEachEmptyPollIfTheDeviceIsDrivenByIt() {
        loop.drivesDevice = true;
        new Drive(loop, true)
                .until(
                        () -> done == 10,
                        () -> {
                            polls++;
                            final int messages = loop.turns / 1000 > done ? 1 : 0;
                            done += messages;
                            return messages;
                        },
                        AWAITED);

        assertEquals(loop.turns + done, polls);
    }

    /** The results of a step are polled before the next step. Occasionally, other threads get the processor. */
    @Test
    void shouldRarelyLetALoopWaitThatDrivesItsDevice() {
        loop.drivesDevice = true;
        new Drive(loop, true).until(() -> loop.turns == 320, () -> 0, AWAITED);

        assertEquals(10, loop.waits);
        assertTrue(loop.looksAtTheClock < 20, "looks=" + loop.looksAtTheClock);
    }

    @Test
    void shouldNotPollIfItWaitsForEvents() {
        new Drive(loop, false).until(() -> loop.turns == 3, () -> ++polls, AWAITED);

        assertEquals(0, polls);
    }

    @Test
    void shouldGiveUpWhenNothingHappens() {
        loop.isQuiet = true;
        assertMessage(
                IllegalStateException.class,
                "nothing happened for 30 seconds: server=10.98.0.1:18515 outstanding=3",
                () -> new Drive(loop, true).until(() -> false, () -> 0, AWAITED));
    }

    /** A loop that counts its turns. A loop without work advances the time by one second per turn. */
    private static final class Loop implements EventLoop {
        private int turns;
        private int waits;
        private int looksAtTheClock;
        private boolean isQuiet;
        private boolean drivesDevice;

        @Override
        public boolean drivesDevice() {
            return drivesDevice;
        }

        @Override
        public long nanoTime() {
            looksAtTheClock++;
            return isQuiet ? turns * 1_000_000_000L : 0;
        }

        @Override
        public boolean runOnce(final long timeoutNanos) {
            turns++;
            waits += timeoutNanos > 0 ? 1 : 0;
            return !isQuiet;
        }

        @Override
        public Timer newTimer(final Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(final CompletionQueue queue, final long timeoutNanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Wakeup newWakeup(final Runnable task) {
            throw new UnsupportedOperationException();
        }
    }
}
