// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.Wakeup;

/** An event loop whose time is advanced by a test. */
public final class FakeLoop implements EventLoop {
    private final List<FakeTimer> armed = new ArrayList<>();
    private long now;

    /** Advances the time, and runs the timers that become due. With 0, runs the timers that are already due. */
    public void advance(final long nanos) {
        final long until = now + nanos;
        while (armed.stream().anyMatch(timer -> timer.due <= until)) {
            final FakeTimer next = armed.stream()
                    .min(Comparator.comparingLong(timer -> timer.due))
                    .orElseThrow();
            armed.remove(next);
            now = Math.max(now, next.due);
            next.task.run();
        }
        now = until;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Timer newTimer(final Runnable task) {
        return new FakeTimer(task);
    }

    @Override
    public Wakeup newWakeup(final Runnable task) {
        final Timer timer = newTimer(task);
        return () -> timer.arm(0);
    }

    @Override
    public boolean runOnce(final long timeoutNanos) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean await(final CompletionQueue queue, final long timeoutNanos) {
        throw new UnsupportedOperationException();
    }

    private final class FakeTimer implements Timer {
        private final Runnable task;
        private long due;

        FakeTimer(final Runnable task) {
            this.task = task;
        }

        @Override
        public void arm(final long delayNanos) {
            armed.remove(this);
            due = now + delayNanos;
            armed.add(this);
        }

        @Override
        public boolean cancel() {
            return armed.remove(this);
        }

        @Override
        public boolean isArmed() {
            return armed.contains(this);
        }
    }
}
