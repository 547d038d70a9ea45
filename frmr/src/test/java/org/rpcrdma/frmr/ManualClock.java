// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** Time that moves when a test says so; timers run in {@link #advance}, on its thread, at their time. */
final class ManualClock implements Clock {
    private final List<ManualTimer> timers = new ArrayList<>();
    private long now;

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

    void advanceSeconds(final long seconds) {
        advance(TimeUnit.SECONDS.toNanos(seconds));
    }

    /** Moves time on, and runs what is due on the way; 0 runs what is due now. */
    void advance(final long nanos) {
        final long until = nanoTime() + nanos;
        for (ManualTimer due = takeDue(until); due != null; due = takeDue(until)) {
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
