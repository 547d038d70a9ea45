/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs.event;

import org.rpcrdma.verbs.Timer;

/** A timer of an event loop, which knows its place in {@link TimerHeap}. */
public final class IbvTimer implements Timer {
    /** Of {@link #place}: no time is set. */
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
