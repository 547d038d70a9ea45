// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.jvm.RemoteTime;

/**
 * A timer whose task runs on a {@link HostLoop}. Another thread sets the timer by storing the time in a
 * {@link RemoteTime} and waking the loop. The loop then applies the latest stored time; the previous time no longer
 * counts.
 */
final class LoopTimer extends Event implements Timer {
    private final HostLoop loop;
    private final Timeline timeline;
    /** The task that runs the body; null until the timer first fires, because many timers never fire. */
    private Task task;

    private final Runnable body;

    /** The time that other threads set; null until another thread first uses the timer. */
    private volatile RemoteTime remote;

    LoopTimer(final HostLoop loop, final Timeline timeline, final Runnable body) {
        this.loop = loop;
        this.timeline = timeline;
        this.body = body;
    }

    /** A task that runs the timer's body, unless another thread has set a new time. */
    private final class Begin extends Task {
        @Override
        public void run() {
            if (remote == null || !remote.isPending()) {
                body.run();
            }
        }
    }

    @Override
    protected void fire() {
        if (task == null) {
            task = new Begin();
        }
        loop.ready(task);
    }

    @Override
    public void arm(final long delayNanos) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("delay must not be negative: delayNanos=" + delayNanos);
        }
        final long now = loop.nanoTime();
        final long time = now + Math.min(delayNanos, Long.MAX_VALUE - now);
        if (timeline.isOwn()) {
            cancel();
            timeline.schedule(this, time);
        } else {
            remote().set(time);
        }
    }

    @Override
    public boolean cancel() {
        if (!timeline.isOwn()) {
            return remote().cancel(isSet());
        }
        final boolean wasArmed = isArmed();
        if (remote != null) {
            remote.forget();
        }
        unset();
        return wasArmed;
    }

    @Override
    public boolean isArmed() {
        return remote == null ? isSet() : remote.isArmed(isSet());
    }

    private boolean isSet() {
        final Task begin = task; // other threads may read it while it is created
        return isScheduled() || begin != null && begin.isQueued;
    }

    private void unset() {
        timeline.cancel(this);
        if (task != null) {
            loop.remove(task);
        }
    }

    private synchronized RemoteTime remote() {
        if (remote == null) {
            final Event arrival = Event.of(this::takeRemote);
            remote = new RemoteTime(() -> timeline.inject(arrival));
        }
        return remote;
    }

    private void takeRemote() {
        final long time = remote.takeWoken();
        if (time == RemoteTime.NONE) {
            return;
        }
        unset();
        if (time != RemoteTime.CANCELLED) {
            timeline.schedule(this, Math.max(time, loop.nanoTime()));
        }
    }
}
