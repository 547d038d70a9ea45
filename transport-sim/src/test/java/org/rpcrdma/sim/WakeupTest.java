// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

class WakeupTest {
    private static final int THREADS = 2;
    private static final int WAKES = 100_000;

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, CostModel.defaults()).attach("sim0", "10.98.0.2");
    private final EventLoop loop = device.newEventLoop();

    @Test
    void shouldRunATaskOnceForSeveralWakes() {
        final int[] runs = {0};
        final Wakeup wakeup = loop.newWakeup(() -> runs[0]++);
        assertFalse(loop.runOnce(10));
        wakeup.wake();
        wakeup.wake();
        assertEquals(0, runs[0], "runs on its loop only");
        assertTrue(loop.runOnce(10));
        assertEquals(1, runs[0]);
        simulation.run();
        assertEquals(1, runs[0]);
        wakeup.wake();
        simulation.run();
        assertEquals(2, runs[0]);
    }

    @Test
    void shouldRunTasksInTheOrderTheyWereWokenAtTheTimeItIs() {
        final List<Integer> runs = new ArrayList<>();
        final List<Wakeup> wakeups = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            final int task = i;
            wakeups.add(loop.newWakeup(() -> runs.add(task)));
        }
        simulation.runUntil(1000);
        wakeups.forEach(Wakeup::wake);
        assertEquals(1000, simulation.nextEventTime());
        simulation.run();
        assertEquals(List.of(0, 1, 2, 3, 4), runs);
        assertEquals(1000, simulation.nanoTime());
    }

    @Test
    void shouldRunATaskAgainThatWakesItself() {
        final int[] runs = {0};
        final Wakeup[] wakeup = new Wakeup[1];
        wakeup[0] = loop.newWakeup(() -> {
            if (++runs[0] < 10) {
                wakeup[0].wake();
            }
        });
        wakeup[0].wake();
        simulation.run();
        assertEquals(10, runs[0]);
    }

    /**
     * When a thread wakes a loop, the loop must process everything that the thread did before, even if other threads
     * wake the loop at the same time.
     */
    @Test
    void shouldNotMissAnyThreadsWake() throws InterruptedException {
        final AtomicInteger done = new AtomicInteger();
        final int[] seen = {0, 0};
        final Wakeup[] wakeups = {loop.newWakeup(() -> seen[0] = done.get()), loop.newWakeup(() -> seen[1] = done.get())
        };
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final Wakeup wakeup = wakeups[i];
            threads.add(new Thread(() -> {
                for (int n = 0; n < WAKES; n++) {
                    done.incrementAndGet();
                    wakeup.wake();
                }
            }));
        }
        threads.forEach(Thread::start);
        while (Math.max(seen[0], seen[1]) < THREADS * WAKES && threads.stream().anyMatch(Thread::isAlive)) {
            loop.runOnce(10);
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        simulation.run();
        assertEquals(THREADS * WAKES, Math.max(seen[0], seen[1]));
    }
}
