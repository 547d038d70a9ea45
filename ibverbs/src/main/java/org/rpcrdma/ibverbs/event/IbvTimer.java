// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import org.rpcrdma.verbs.Timer;

/** A timer of an event loop, which knows its place in {@link TimerHeap}. */
public final class IbvTimer implements Timer {
    /** Value of {@link #place} while no time is set. */
    static final int NOWHERE = -1;

    final Runnable task;
    public long time;
    int place = NOWHERE;
    private final TimerHeap heap;

    public IbvTimer(final TimerHeap heap, final Runnable task) {
        this.heap = heap;
        this.task = task;
    }

    @Override
    public void arm(final long delayNanos) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("delay is negative: delayNanos=" + delayNanos);
        }
        cancel();
        final long now = System.nanoTime();
        heap.add(this, now + Math.min(delayNanos, TimerHeap.LONGEST));
    }

    @Override
    public boolean cancel() {
        if (place == NOWHERE) {
            return false;
        }
        heap.remove(this);
        return true;
    }

    @Override
    public boolean isArmed() {
        return place != NOWHERE;
    }
}
