// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** A clock that stands still. The timers run when the benchmark advances the clock. */
final class HandClock implements Clock.Shared {
    private final List<HandTimer> timers = new ArrayList<>();

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public synchronized Timer newTimer(final Runnable task) {
        final HandTimer timer = new HandTimer(task);
        timers.add(timer);
        return timer;
    }

    /** Runs all armed timers. */
    void runArmed() {
        final List<HandTimer> all;
        synchronized (this) {
            all = List.copyOf(timers);
        }
        for (final HandTimer timer : all) {
            if (timer.cancel()) {
                timer.task.run();
            }
        }
    }

    private static final class HandTimer implements Timer {
        private final Runnable task;
        private boolean armed;

        HandTimer(final Runnable task) {
            this.task = task;
        }

        @Override
        public synchronized void arm(final long delayNanos) {
            armed = true;
        }

        @Override
        public synchronized boolean cancel() {
            final boolean was = armed;
            armed = false;
            return was;
        }

        @Override
        public synchronized boolean isArmed() {
            return armed;
        }
    }
}
