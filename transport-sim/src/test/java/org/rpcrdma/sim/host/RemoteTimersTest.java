// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/** Tests an event loop's timers when other threads change them. The changes take effect when the loop runs. */
class RemoteTimersTest {
    private static final long DELAY = 1_000_000;

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, CostModel.defaults()).attach("sim0", "10.98.0.1");
    private final EventLoop loop = device.newEventLoop();
    private final List<Long> times = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Timer timer = loop.newTimer(() -> {
        times.add(simulation.nanoTime());
        threads.add(Thread.currentThread());
    });

    private static void elsewhere(final Runnable use) {
        final Thread other = new Thread(use);
        other.start();
        try {
            other.join();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void armElsewhere(final long delay) {
        elsewhere(() -> timer.arm(delay));
    }

    private void cancelElsewhere(final boolean expected) {
        elsewhere(() -> times.add(timer.cancel() ? 1L : 0L));
        assertEquals(expected ? 1L : 0L, times.remove(times.size() - 1));
    }

    @Test
    void shouldRunATaskOnTheLoopsThreadAtTheTimeThatAnotherThreadHasSet() {
        armElsewhere(DELAY);
        assertTrue(timer.isArmed());
        simulation.run();
        assertEquals(List.of(DELAY), times);
        assertEquals(List.of(Thread.currentThread()), threads);
        assertFalse(timer.isArmed());
    }

    @Test
    void shouldUseATimerThatAnotherThreadHasCreated() {
        final Timer[] made = new Timer[1];
        elsewhere(() -> made[0] = loop.newTimer(() -> times.add(simulation.nanoTime())));
        made[0].arm(DELAY);
        simulation.run();
        assertEquals(List.of(DELAY), times);
    }

    @Test
    void shouldReplaceAnExpiredTimeBeforeTheLoopRuns() {
        timer.arm(0);
        armElsewhere(DELAY);
        simulation.run();
        assertEquals(List.of(DELAY), times);
    }

    @Test
    void shouldReplaceATimeOfAnotherThreadByTheLoopsOwn() {
        armElsewhere(DELAY);
        timer.arm(2 * DELAY);
        simulation.run();
        assertEquals(List.of(2 * DELAY), times);
    }

    @Test
    void shouldUseTheLastOfSeveralTimes() {
        armElsewhere(3 * DELAY);
        armElsewhere(DELAY);
        armElsewhere(2 * DELAY);
        simulation.run();
        assertEquals(List.of(2 * DELAY), times);
    }

    @Test
    void shouldRunNoTaskThatAnotherThreadHasCancelled() {
        timer.arm(0);
        cancelElsewhere(true);
        assertFalse(timer.isArmed());
        cancelElsewhere(false);
        simulation.run();
        assertEquals(List.of(), times);
        armElsewhere(DELAY);
        cancelElsewhere(true);
        simulation.run();
        assertEquals(List.of(), times);
        cancelElsewhere(false);
    }

    @Test
    void shouldCancelATimeOfAnotherThread() {
        armElsewhere(DELAY);
        assertTrue(timer.cancel());
        assertFalse(timer.cancel());
        simulation.run();
        assertEquals(List.of(), times);
    }

    @Test
    void shouldArmATimerAgainAfterAnotherThread() {
        for (int i = 1; i <= 3; i++) {
            armElsewhere(DELAY);
            simulation.run();
            timer.arm(DELAY);
            simulation.run();
            assertEquals(2 * i, times.size());
            assertEquals(2 * i * DELAY, simulation.nanoTime());
        }
    }
}
