// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.Wakeup;

/**
 * An event loop of a host, which runs handlers one by one when the host's timeline reaches their events. An exception
 * from a handler propagates to the caller that runs the timeline; later handlers remain queued.
 *
 * <p>Handlers take no virtual time in this class. In a subclass, handlers may take time; the loop is then busy beyond
 * the timeline's current time.
 */
public class HostLoop implements EventLoop {
    private final HostLoops host;
    private final Timeline timeline;
    private final TaskQueue due = new TaskQueue();
    private final Event dispatch = new Dispatch();
    private long handled;

    /** True while a handler of the loop, or a caller outside any handler, is waiting for a completion. */
    private boolean isWaiting;

    /** Creates a loop for a host. */
    protected HostLoop(final HostLoops host) {
        this.host = host;
        timeline = host.timeline;
    }

    final HostLoops host() {
        return host;
    }

    /** Returns the timeline that all hosts share. */
    protected final Timeline timeline() {
        return timeline;
    }

    @Override
    public long nanoTime() {
        return timeline.nanoTime();
    }

    /** Returns true if the loop can run a handler now. */
    protected boolean isFree() {
        return true;
    }

    /** Called when an awaited completion has arrived. */
    protected void awoken() {}

    /** Called when an awaited completion has not arrived by the given time. */
    protected void timedOut(final long time) {}

    /** Called when no event remains before the given time, but the timeline has not reached that time. */
    protected void idle(final long time) {}

    /** Queues a task to run when the loop is free, unless the task is already queued. */
    public final void ready(final Task task) {
        if (!task.isQueued) {
            due.add(task);
            scheduleDispatch();
        }
    }

    /** Removes a task from the queue, if it is queued. */
    public final void remove(final Task task) {
        if (task.isQueued) {
            due.remove(task);
        }
    }

    @Override
    public final Timer newTimer(final Runnable task) {
        return new LoopTimer(this, timeline, task);
    }

    @Override
    public final Wakeup newWakeup(final Runnable task) {
        return new LoopWakeup(this, timeline, task);
    }

    @Override
    public final boolean drivesDevice() {
        return true;
    }

    @Override
    public final boolean runOnce(final long timeoutNanos) {
        final long end = timeAfter(timeoutNanos);
        if (host.running.get() != null) {
            throw new IllegalStateException("runOnce must not be called by a handler: device=" + host.device);
        }
        final long before = handled;
        boolean goesOn = true;
        while (goesOn) {
            goesOn = timeline.stepUntil(end);
            if (handled != before) {
                return true;
            }
        }
        idle(end);
        return false;
    }

    @Override
    public final boolean await(final CompletionQueue queue, final long timeoutNanos) {
        final long end = timeAfter(timeoutNanos);
        final EventSource awaited = (EventSource) queue;
        if (awaited.loop() != this || isWaiting || isOtherRunning()) {
            throw new IllegalStateException(
                    "an event loop can await only its own queues, one at a time: device=" + host.device);
        }
        final HostLoop outer = host.running.set(null);
        isWaiting = true;
        try {
            return letHappen(awaited, end);
        } finally {
            isWaiting = false;
            host.running.set(outer);
            scheduleDispatch();
        }
    }

    private boolean isOtherRunning() {
        return host.running.get() != null && host.running.get() != this;
    }

    /** Runs events until the awaited source has an event or the timeline reaches the given time. */
    private boolean letHappen(final EventSource awaited, final long end) {
        if (awaited.hasEvent()) {
            return true;
        }
        while (!awaited.hasEvent() && timeline.stepUntil(end)) {
            continue;
        }
        if (awaited.hasEvent()) {
            awoken();
            return true;
        }
        timedOut(end);
        return false;
    }

    private long timeAfter(final long timeoutNanos) {
        if (timeoutNanos < 0) {
            throw new IllegalArgumentException("timeout must not be negative: timeoutNanos=" + timeoutNanos);
        }
        final long now = nanoTime();
        return now + Math.min(timeoutNanos, Long.MAX_VALUE - now);
    }

    private void scheduleDispatch() {
        if (!isWaiting && !dispatch.isScheduled() && !due.isEmpty()) {
            timeline.schedule(dispatch, nanoTime());
        }
    }

    private void runFirst() {
        handled++;
        final HostLoop outer = host.running.set(this);
        try {
            timeline.callOut(due.removeFirst());
        } finally {
            host.running.set(outer);
        }
    }

    /** An event that runs one due handler if the loop is free, and reschedules itself for the next handler. */
    private final class Dispatch extends Event {
        @Override
        protected void fire() {
            try {
                if (!isWaiting && !due.isEmpty() && isFree()) {
                    runFirst();
                }
            } finally {
                scheduleDispatch();
            }
        }
    }
}
