// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * The JVM's clock ({@link System#nanoTime()}), with timers that run their tasks on a scheduled executor. Use this clock
 * in programs that share arenas or FRMR pools among threads but have no event loop, or that run ageing outside the
 * event loop.
 *
 * <p>Thread-safe. Postponing an armed timer allocates nothing: when the executor's task runs, it reschedules itself for
 * the new time. If the executor is shut down, arming throws {@link java.util.concurrent.RejectedExecutionException}.
 */
public final class ExecutorClock implements Clock.Shared {
    /** The longest delay. It is limited so that times can be compared by subtracting them. */
    private static final long LONGEST = Long.MAX_VALUE / 2;

    private final ScheduledExecutorService executor;

    /**
     * Creates a clock.
     *
     * @param executor the executor that runs the tasks; the caller keeps ownership. A single thread is enough for many
     *                 timers.
     */
    public ExecutorClock(final ScheduledExecutorService executor) {
        if (executor == null) {
            throw new IllegalArgumentException("executor is required");
        }
        this.executor = executor;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer newTimer(final Runnable task) {
        return new Alarm(executor, task);
    }

    private static final class Alarm implements Timer {
        private final ScheduledExecutorService executor;
        private final Runnable task;

        /** The executor's task, due at {@link #comes}, or null. */
        private Future<?> scheduled;

        private long comes;

        /** The number of the latest task given to the executor. Earlier tasks do nothing. */
        private int round;

        private boolean isArmed;
        private long due;

        Alarm(final ScheduledExecutorService executor, final Runnable task) {
            this.executor = executor;
            this.task = task;
        }

        @Override
        public synchronized void arm(final long delayNanos) {
            if (delayNanos < 0) {
                throw new IllegalArgumentException("delay must not be negative: delayNanos=" + delayNanos);
            }
            due = System.nanoTime() + Math.min(delayNanos, LONGEST);
            isArmed = true;
            if (scheduled == null || comes - due > 0) {
                schedule();
            }
        }

        private void schedule() {
            final Future<?> before = scheduled;
            final int number = round + 1;
            scheduled = null;
            try {
                scheduled = executor.schedule(
                        () -> fire(number), Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
            } finally {
                isArmed = scheduled != null;
            }
            comes = due;
            round = number;
            if (before != null) {
                before.cancel(false);
            }
        }

        @Override
        public synchronized boolean cancel() {
            final boolean was = isArmed;
            isArmed = false;
            return was;
        }

        @Override
        public synchronized boolean isArmed() {
            return isArmed;
        }

        private void fire(final int number) {
            if (isDue(number)) {
                task.run();
            }
        }

        private synchronized boolean isDue(final int number) {
            if (number != round) {
                return false;
            }
            scheduled = null;
            if (!isArmed) {
                return false;
            }
            if (due - System.nanoTime() > 0) {
                schedule();
                return false;
            }
            isArmed = false;
            return true;
        }
    }
}
