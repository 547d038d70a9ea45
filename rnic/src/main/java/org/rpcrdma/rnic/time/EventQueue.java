// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

/**
 * The pending events: the earliest first, events of equal times in the order in which they were scheduled. Near events
 * go to a wheel, which most events leave only when they run; far events, such as retry timers, go to a heap, where they
 * stay. Of equal times the far event is first: it was scheduled when that time was still far, so before any near event.
 */
final class EventQueue {
    /** The time of the first event if the queue is empty. */
    static final long NEVER = Long.MAX_VALUE;

    private final EventWheel near = new EventWheel();
    private final EventHeap far = new EventHeap();

    /** The time of the first event, or {@link #NEVER}. */
    long firstTime() {
        return Math.min(near.firstTime(), far.firstTime());
    }

    /** Adds an event that is not scheduled. In real time the first event may be late: earlier than now. */
    void add(final Event event, final long now, final long time) {
        if (time - Math.min(now, near.firstTime()) < EventWheel.REACH) {
            near.add(event, time);
        } else {
            far.add(event, time);
        }
    }

    /** Takes off the first event; there is one. */
    Event removeFirst() {
        return near.firstTime() < far.firstTime() ? near.removeFirst() : far.removeFirst();
    }

    /** Takes off an event that is scheduled. */
    void remove(final Event event) {
        if (event.place < EventHeap.FIRST_PLACE) {
            near.remove(event);
        } else {
            far.remove(event);
        }
    }
}
