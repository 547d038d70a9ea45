// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** Tests timers that run on a scheduled executor and that any thread may arm. */
class ExecutorClockTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    private final ExecutorClock clock = new ExecutorClock(executor);
    private CompletableFuture<Long> ran = new CompletableFuture<>();
    private final Timer timer = clock.newTimer(() -> ran.complete(clock.nanoTime()));

    @AfterEach
    void close() {
        executor.shutdownNow();
    }

    /** Waits until the task has run, and checks that it ran once. */
    private long await() {
        final long time = ran.orTimeout(100, TimeUnit.SECONDS).join();
        ran = new CompletableFuture<>();
        return time;
    }

    /** Blocks the executor's only thread while the steps run, so that no task can run too early on a slow machine. */
    private void whileNoTaskCanRun(final Runnable steps) {
        final CountDownLatch haveEnded = new CountDownLatch(1);
        executor.submit(() -> haveEnded.await(100, TimeUnit.SECONDS));
        try {
            steps.run();
        } finally {
            haveEnded.countDown();
        }
    }

    @Test
    void shouldRunATaskNoEarlierThanItsTime() {
        for (int i = 0; i < 3; i++) {
            final long begin = clock.nanoTime();
            whileNoTaskCanRun(() -> {
                timer.arm(20_000_000);
                assertTrue(timer.isArmed());
            });
            assertTrue(await() - begin >= 20_000_000);
            assertFalse(timer.isArmed());
        }
    }

    @Test
    void shouldReplaceATimeByAnEarlierOne() {
        timer.arm(HOUR);
        timer.arm(0);
        await();
        assertFalse(timer.isArmed());
    }

    @Test
    void shouldReplaceATimeByALaterOne() {
        final long begin = clock.nanoTime();
        whileNoTaskCanRun(() -> {
            timer.arm(1_000_000);
            timer.arm(50_000_000);
        });
        assertTrue(await() - begin >= 50_000_000);
    }

    @Test
    void shouldScheduleNothingToMoveATimeBack() {
        timer.arm(HOUR);
        for (int i = 0; i < 1000; i++) {
            timer.arm(HOUR + i);
        }
        assertEquals(1, executor.getQueue().size());
    }

    @Test
    void shouldCancel() throws Exception {
        assertFalse(timer.cancel());
        whileNoTaskCanRun(() -> {
            timer.arm(0);
            assertTrue(timer.cancel());
            assertFalse(timer.isArmed());
        });
        executor.submit(() -> {}).get();
        assertFalse(ran.isDone());
        timer.arm(0);
        await();
    }

    @Test
    void shouldThrowWhenTheExecutorIsShutDown() {
        executor.shutdownNow();
        assertThrows(RejectedExecutionException.class, () -> timer.arm(1));
        assertFalse(timer.isArmed());
        assertThrows(IllegalArgumentException.class, () -> new ExecutorClock(null));
        assertThrows(IllegalArgumentException.class, () -> timer.arm(-1));
    }

    /** No armed timer may be lost. Every task must run. */
    @Test
    void shouldLoseNoTaskWhateverThreadsArm() throws Exception {
        final AtomicInteger runs = new AtomicInteger();
        final Timer shared = clock.newTimer(runs::incrementAndGet);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            final Random random = new Random(i);
            threads.add(new Thread(() -> {
                for (int n = 0; n < 20_000; n++) {
                    if (random.nextInt(4) == 0) {
                        shared.cancel();
                    } else {
                        shared.arm(random.nextInt(100_000));
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (final Thread thread : threads) {
            thread.join();
        }
        final int before = runs.get();
        shared.arm(0);
        while (shared.isArmed() || runs.get() == before) {
            Thread.onSpinWait();
        }
        executor.schedule(() -> {}, 5, TimeUnit.MILLISECONDS).get();
        assertFalse(shared.isArmed());
    }

    @Test
    void shouldAcceptSharedClocksOnly() {
        assertEquals(clock, Clock.Shared.require(clock));
        final String message = assertThrows(IllegalArgumentException.class, () -> Clock.Shared.require(null))
                .getMessage();
        assertTrue(message.endsWith("such as an EventLoop or an ExecutorClock: clock=null"), message);
    }
}
