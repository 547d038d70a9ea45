// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Timer;

/** A timer whose task runs on a {@link HostLoop}. */
final class LoopTimer extends Event implements Timer {
    private final HostLoop loop;
    private final Timeline timeline;
    private final Task task;

    LoopTimer(final HostLoop loop, final Timeline timeline, final Runnable body) {
        this.loop = loop;
        this.timeline = timeline;
        task = Task.of(body);
    }

    @Override
    protected void fire() {
        loop.ready(task);
    }

    @Override
    public void arm(final long delayNanos) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("delay must not be negative: delayNanos=" + delayNanos);
        }
        cancel();
        final long now = loop.nanoTime();
        timeline.schedule(this, now + Math.min(delayNanos, Long.MAX_VALUE - now));
    }

    @Override
    public boolean cancel() {
        final boolean wasArmed = isArmed();
        timeline.cancel(this);
        loop.remove(task);
        return wasArmed;
    }

    @Override
    public boolean isArmed() {
        return isScheduled() || task.isQueued;
    }
}
