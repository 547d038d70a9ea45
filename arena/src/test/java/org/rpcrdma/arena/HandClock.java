// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** Time that moves when a test says so; what is due runs on the thread that moves it. */
public final class HandClock implements Clock {
    private final List<HandTimer> timers = new ArrayList<>();
    private long now;
    /** Tasks that were run. */
    int runs;

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Timer newTimer(final Runnable task) {
        final HandTimer timer = new HandTimer(task);
        timers.add(timer);
        return timer;
    }

    public synchronized boolean isAnythingDue() {
        return timers.stream().anyMatch(Timer::isArmed);
    }

    /** Moves time on, and runs what comes due on the way. */
    public void advance(final int seconds) {
        final long until = nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (HandTimer due = next(until); due != null; due = next(until)) {
            runs++;
            due.task.run();
        }
        synchronized (this) {
            now = until;
        }
    }

    private synchronized HandTimer next(final long until) {
        HandTimer first = null;
        for (final HandTimer timer : timers) {
            if (timer.at <= until && (first == null || timer.at < first.at)) {
                first = timer;
            }
        }
        if (first != null) {
            now = Math.max(now, first.at);
            first.at = Long.MAX_VALUE;
        }
        return first;
    }

    private final class HandTimer implements Timer {
        private final Runnable task;
        private long at = Long.MAX_VALUE;

        HandTimer(final Runnable task) {
            this.task = task;
        }

        @Override
        public void arm(final long delayNanos) {
            synchronized (HandClock.this) {
                at = now + delayNanos;
            }
        }

        @Override
        public boolean cancel() {
            synchronized (HandClock.this) {
                final boolean was = isArmed();
                at = Long.MAX_VALUE;
                return was;
            }
        }

        @Override
        public boolean isArmed() {
            synchronized (HandClock.this) {
                return at != Long.MAX_VALUE;
            }
        }
    }
}
