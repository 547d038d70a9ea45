// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * A clock that advances only when a test calls {@link #advance}. Timers that are due then run on the calling thread.
 * Thread-safe.
 */
public final class ManualClock implements Clock.Shared {
    private final List<ManualTimer> timers = new ArrayList<>();
    private long now;
    private int runs;

    /** Creates a clock at time 0. */
    public ManualClock() {}

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Timer newTimer(final Runnable task) {
        final ManualTimer timer = new ManualTimer(task);
        timers.add(timer);
        return timer;
    }

    /**
     * Returns true if a timer is armed.
     *
     * @return false if no timer is armed.
     */
    public synchronized boolean isAnythingDue() {
        return timers.stream().anyMatch(Timer::isArmed);
    }

    /**
     * Returns the number of tasks that have run.
     *
     * @return the total for all timers.
     */
    public int runs() {
        return runs;
    }

    /**
     * Advances the time by a number of seconds.
     *
     * @param seconds the number of seconds, at least 0.
     */
    public void advanceSeconds(final long seconds) {
        advance(TimeUnit.SECONDS.toNanos(seconds));
    }

    /**
     * Advances the time and runs the timers that become due.
     *
     * @param nanos the number of nanoseconds, at least 0; 0 runs the timers that are already due.
     */
    public void advance(final long nanos) {
        final long until = nanoTime() + nanos;
        for (ManualTimer due = takeDue(until); due != null; due = takeDue(until)) {
            runs++;
            due.task.run();
        }
        synchronized (this) {
            now = until;
        }
    }

    private synchronized ManualTimer takeDue(final long until) {
        ManualTimer first = null;
        for (final ManualTimer timer : timers) {
            if (timer.armed && timer.at <= until && (first == null || timer.at < first.at)) {
                first = timer;
            }
        }
        if (first != null) {
            first.armed = false;
            now = Math.max(now, first.at);
        }
        return first;
    }

    private final class ManualTimer implements Timer {
        private final Runnable task;
        private boolean armed;
        private long at;

        ManualTimer(final Runnable task) {
            this.task = task;
        }

        @Override
        public void arm(final long delayNanos) {
            synchronized (ManualClock.this) {
                armed = true;
                at = now + delayNanos;
            }
        }

        @Override
        public boolean cancel() {
            synchronized (ManualClock.this) {
                final boolean was = armed;
                armed = false;
                return was;
            }
        }

        @Override
        public boolean isArmed() {
            synchronized (ManualClock.this) {
                return armed;
            }
        }
    }
}
