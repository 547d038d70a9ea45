// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

/**
 * The pending events, ordered by time. Events with equal times keep the order in which they were scheduled. Near events
 * are stored in a wheel, which most events leave only when they fire. Far events, such as retry timers, are stored in a
 * heap and stay there. If a far event and a near event have equal times, the far event fires first, because it must
 * have been scheduled earlier, while its time was still far away.
 */
final class EventQueue {
    /** The value of {@link #firstTime()} if the queue is empty. */
    static final long NEVER = Long.MAX_VALUE;

    private final EventWheel near = new EventWheel();
    private final EventHeap far = new EventHeap();

    /** Returns the time of the first event, or {@link #NEVER}. */
    long firstTime() {
        return Math.min(near.firstTime(), far.firstTime());
    }

    /** Adds an unscheduled event. In real time, an event may be overdue, that is, its time may be in the past. */
    void add(final Event event, final long now, final long time) {
        if (time - Math.min(now, near.firstTime()) < EventWheel.REACH) {
            near.add(event, time);
        } else {
            far.add(event, time);
        }
    }

    /** Removes and returns the first event. The queue must not be empty. */
    Event removeFirst() {
        return near.firstTime() < far.firstTime() ? near.removeFirst() : far.removeFirst();
    }

    /** Removes a scheduled event. */
    void remove(final Event event) {
        if (event.place < EventHeap.FIRST_PLACE) {
            near.remove(event);
        } else {
            far.remove(event);
        }
    }
}
