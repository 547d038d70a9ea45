// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.jvm.RemoteTime;

/**
 * A timer of an event loop, with its index in the {@link TimerHeap}. Another thread that sets the timer stores the time
 * in a {@link RemoteTime} and wakes the loop. The loop then applies the latest time. Until then, the timer's previous
 * time is ignored.
 */
public final class IbvTimer implements Timer {
    /** The value of {@link #place} while the timer is not armed. */
    static final int NOWHERE = -1;

    public long time;
    int place = NOWHERE;
    private final Runnable task;
    private final TimerHeap heap;

    /** The time set by another thread; null if no other thread has used the timer. */
    private volatile RemoteTime remote;

    public IbvTimer(final TimerHeap heap, final Runnable task) {
        this.heap = heap;
        this.task = task;
    }

    /** Runs the task of a timer that is due, unless another thread has changed the timer's time. */
    public void run() {
        if (remote == null || !remote.isPending()) {
            task.run();
        }
    }

    @Override
    public void arm(final long delayNanos) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("delay must not be negative: delayNanos=" + delayNanos);
        }
        final long due = System.nanoTime() + Math.min(delayNanos, TimerHeap.LONGEST);
        if (heap.isOwn()) {
            cancel();
            heap.add(this, due);
        } else {
            remote().set(due);
        }
    }

    @Override
    public boolean cancel() {
        if (!heap.isOwn()) {
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
        return place != NOWHERE;
    }

    private void unset() {
        if (isSet()) {
            heap.remove(this);
        }
    }

    private synchronized RemoteTime remote() {
        if (remote == null) {
            remote = new RemoteTime(heap.newWakeup(this::takeRemote)::wake);
        }
        return remote;
    }

    private void takeRemote() {
        final long due = remote.takeWoken();
        if (due == RemoteTime.NONE) {
            return;
        }
        unset();
        if (due != RemoteTime.CANCELLED) {
            heap.add(this, due);
        }
    }
}
