// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import java.util.Arrays;
import java.util.function.Function;
import org.rpcrdma.verbs.Wakeup;

/**
 * The armed timers in a binary heap, ordered by time. Allocates only when the heap grows. Confined to the thread that
 * claimed the heap last.
 */
public final class TimerHeap {
    /** The maximum distance of a time from now, in ns. It is limited because times are compared by their difference. */
    static final long LONGEST = Long.MAX_VALUE / 2;

    private final Function<Runnable, Wakeup> wakeups;
    private IbvTimer[] timers = new IbvTimer[16];
    private int count;

    /** The thread that last claimed the heap; null before the first claim. */
    private volatile Thread owner;

    /** @param wakeups creates the wakeups with which other threads notify the loop. */
    public TimerHeap(final Function<Runnable, Wakeup> wakeups) {
        this.wakeups = wakeups;
    }

    /** Sets the current thread as the owner of the heap. */
    public void claim() {
        final Thread current = Thread.currentThread();
        if (owner != current) {
            owner = current;
        }
    }

    boolean isOwn() {
        return owner == Thread.currentThread();
    }

    Wakeup newWakeup(final Runnable task) {
        return wakeups.apply(task);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Returns the earliest time. Precondition: not empty. */
    public long first() {
        return timers[0].time;
    }

    public void add(final IbvTimer timer, final long time) {
        if (count == timers.length) {
            timers = Arrays.copyOf(timers, 2 * count);
        }
        timer.time = time;
        rise(timer, count++);
    }

    /** Removes and returns the first due timer, or returns null if no timer is due. */
    public IbvTimer takeDue(final long now) {
        if (count == 0 || timers[0].time - now > 0) {
            return null;
        }
        final IbvTimer due = timers[0];
        remove(due);
        return due;
    }

    void remove(final IbvTimer timer) {
        final int hole = timer.place;
        final IbvTimer last = timers[--count];
        timers[count] = null;
        timer.place = IbvTimer.NOWHERE;
        if (last != timer) {
            sink(last, hole);
            rise(last, last.place);
        }
    }

    private void rise(final IbvTimer timer, final int from) {
        int place = from;
        while (place > 0 && timers[(place - 1) / 2].time - timer.time > 0) {
            put(timers[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        put(timer, place);
    }

    private void sink(final IbvTimer timer, final int from) {
        int place = from;
        int child;
        while ((child = 2 * place + 1) < count) {
            if (child + 1 < count && timers[child + 1].time - timers[child].time < 0) {
                child++;
            }
            if (timers[child].time - timer.time >= 0) {
                break;
            }
            put(timers[child], place);
            place = child;
        }
        put(timer, place);
    }

    private void put(final IbvTimer timer, final int place) {
        timers[place] = timer;
        timer.place = place;
    }
}
