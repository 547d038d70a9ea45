// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;

/** Tests timers that other threads change. The event loop applies the changes when it is woken. */
class RemoteTimersTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final int TIMERS = 100;
    private static final int OWN = 64;
    private static final int USES = Effort.of(200_000, 5_000_000);

    private final Queue<Runnable> woken = new ConcurrentLinkedQueue<>();
    private final TimerHeap heap = new TimerHeap(task -> () -> woken.add(task));

    private static void elsewhere(final Runnable use) {
        final Thread other = new Thread(use);
        other.start();
        try {
            other.join();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void takeWoken() {
        for (Runnable task = woken.poll(); task != null; task = woken.poll()) {
            task.run();
        }
    }

    private boolean runDue() {
        final IbvTimer due = heap.takeDue(System.nanoTime());
        if (due != null) {
            due.run();
        }
        return due != null;
    }

    @Test
    void shouldApplyOtherThreadsTimesWhenWoken() {
        final List<String> ran = new ArrayList<>();
        final IbvTimer timer = new IbvTimer(heap, () -> ran.add("timer"));
        timer.arm(0); // no thread has run the loop: this thread is like any other
        assertTrue(timer.isArmed());
        heap.claim();
        assertFalse(runDue());
        takeWoken();
        assertTrue(runDue());
        assertEquals(List.of("timer"), ran);
        assertFalse(timer.isArmed());
    }

    @Test
    void shouldNotRunAtATimeThatAnotherThreadHasReplacedOrCancelled() {
        heap.claim();
        final List<String> ran = new ArrayList<>();
        final IbvTimer timer = new IbvTimer(heap, () -> ran.add("timer"));
        timer.arm(0);
        elsewhere(() -> timer.arm(HOUR));
        assertTrue(runDue());
        assertEquals(List.of(), ran);
        takeWoken();
        assertTrue(timer.isArmed());
        elsewhere(() -> ran.add("cancelled=" + timer.cancel() + " again=" + timer.cancel()));
        takeWoken();
        assertFalse(timer.isArmed());
        assertNull(heap.takeDue(System.nanoTime() + 2 * HOUR));
        assertEquals(List.of("cancelled=true again=false"), ran);
    }

    @Test
    void shouldLetTheLoopReplaceATimeOfAnotherThread() {
        heap.claim();
        final Queue<String> ran = new ArrayDeque<>();
        final IbvTimer timer = new IbvTimer(heap, () -> ran.add("timer"));
        elsewhere(() -> timer.arm(HOUR));
        timer.arm(0);
        takeWoken();
        assertTrue(runDue());
        assertEquals(1, ran.size());
        elsewhere(() -> timer.arm(HOUR));
        assertTrue(timer.cancel());
        takeWoken();
        assertNull(heap.takeDue(System.nanoTime() + 2 * HOUR));
    }

    /**
     * The timers that only the loop uses keep working. Each of the other timers runs once more after a thread has armed
     * it for the last time.
     */
    @Test
    void shouldKeepAllTimersWhileOtherThreadsArmSomeOfThem() {
        heap.claim();
        final int[] fired = new int[OWN];
        for (int i = 0; i < OWN; i++) {
            final int number = i;
            final IbvTimer[] own = new IbvTimer[1];
            own[0] = new IbvTimer(heap, () -> {
                fired[number]++;
                own[0].arm(1000 + number);
            });
            own[0].arm(0);
        }
        final AtomicInteger[] runs = new AtomicInteger[TIMERS];
        final IbvTimer[] shared = new IbvTimer[TIMERS];
        for (int i = 0; i < TIMERS; i++) {
            final AtomicInteger run = new AtomicInteger();
            runs[i] = run;
            shared[i] = new IbvTimer(heap, run::incrementAndGet);
        }
        final AtomicInteger running = new AtomicInteger(2);
        for (int thread = 0; thread < 2; thread++) {
            final Random random = new Random(thread);
            new Thread(() -> {
                        for (int use = 0; use < USES; use++) {
                            final IbvTimer timer = shared[random.nextInt(TIMERS)];
                            if (random.nextInt(4) == 0) {
                                timer.cancel();
                            } else {
                                timer.arm(random.nextInt(100_000));
                            }
                        }
                        running.decrementAndGet();
                    })
                    .start();
        }
        while (running.get() > 0) {
            takeWoken();
            runDue();
        }
        final int[] before = fired.clone();
        final int[] runsBefore = new int[TIMERS];
        elsewhere(() -> {
            for (int i = 0; i < TIMERS; i++) {
                runsBefore[i] = runs[i].get();
                shared[i].arm(0);
            }
        });
        for (int i = 0; i < 1000 * (OWN + TIMERS); i++) {
            takeWoken();
            runDue();
        }
        for (int i = 0; i < OWN; i++) {
            assertTrue(fired[i] > before[i], "own timer " + i);
        }
        for (int i = 0; i < TIMERS; i++) {
            assertEquals(runsBefore[i] + 1, runs[i].get(), "timer " + i);
        }
    }
}
