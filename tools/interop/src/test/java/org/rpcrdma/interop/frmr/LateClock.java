// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * A virtual clock that tracks how late each timer may run on Linux. On Linux, operations that a script executes at one
 * moment take time. In addition, timers are coarse: a one-second timer is up to 8 ticks of 4 ms late each time that its
 * task rearms it. The pools require a thread-safe clock, but only the player's thread uses this clock.
 */
final class LateClock implements Clock.Shared {
    /** The maximum time, in ns, that the operations of one moment take on Linux. */
    static final long LONGEST_MOMENT = 200_000_000;

    /** The delay, in ns, of a timer of one or two seconds on Linux, including the delay of the code that rearms it. */
    private static final long COARSENESS = 40_000_000;

    private final List<LateTimer> timers = new ArrayList<>();
    private long now;
    private LateTimer running;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Timer newTimer(final Runnable task) {
        final LateTimer timer = new LateTimer(task);
        timers.add(timer);
        return timer;
    }

    /** Advances the time, and runs the timers that become due. */
    void advance(final long nanos) {
        final long until = now + nanos;
        for (LateTimer due = first(until); due != null; due = first(until)) {
            now = Math.max(now, due.at);
            due.run();
        }
        now = until;
    }

    /** Returns true if the same timers have run here and on Linux, and no timer is about to run. */
    boolean isSettled() {
        return timers.stream()
                .allMatch(timer -> timer.latestRun < now && (!timer.armed || timer.at > now + LONGEST_MOMENT));
    }

    private LateTimer first(final long until) {
        LateTimer first = null;
        for (final LateTimer timer : timers) {
            if (timer.armed && timer.at <= until && (first == null || timer.at < first.at)) {
                first = timer;
            }
        }
        return first;
    }

    private final class LateTimer implements Timer {
        private final Runnable task;
        private boolean armed;
        private long at;
        private long lateness;
        private long latestRun = Long.MIN_VALUE;

        LateTimer(final Runnable task) {
            this.task = task;
        }

        private void run() {
            armed = false;
            latestRun = at + lateness;
            running = this;
            try {
                task.run();
            } finally {
                running = null;
            }
        }

        @Override
        public void arm(final long delayNanos) {
            lateness = (running == this ? lateness : LONGEST_MOMENT) + (delayNanos == 0 ? 0 : COARSENESS);
            armed = true;
            at = now + delayNanos;
        }

        @Override
        public boolean cancel() {
            final boolean was = armed;
            armed = false;
            return was;
        }

        @Override
        public boolean isArmed() {
            return armed;
        }
    }
}
