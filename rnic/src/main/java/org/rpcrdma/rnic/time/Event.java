// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

/**
 * An event at a point in virtual time. The component that schedules an event owns and reuses it. The queue only links
 * events, so scheduling does not allocate. An event can be scheduled again from its own {@link #fire()}.
 */
public abstract class Event {
    static final int NOT_SCHEDULED = -1;

    /**
     * The event's time while it is in the wheel, or its insertion number while it is in the heap. If two events in the
     * heap have equal times, the event with the lower number fires first.
     */
    long order;

    /**
     * The index of the event's span in the {@link EventWheel}, or {@link EventHeap#FIRST_PLACE} plus its index in the
     * {@link EventHeap}.
     */
    int place = NOT_SCHEDULED;

    /**
     * The next event in the same span of the wheel, or null. While the event is injected but not yet scheduled, the
     * event that was injected before it.
     */
    Event next;

    /** Creates an unscheduled event. */
    public Event() {}

    /**
     * Creates an event that runs the given body.
     *
     * @param body the code to run at the event's time.
     * @return the unscheduled event.
     */
    public static Event of(final Runnable body) {
        return new Event() {
            @Override
            protected void fire() {
                body.run();
            }
        };
    }

    /** Runs the event. The timeline's current time is then the event's time. */
    protected abstract void fire();

    /**
     * Returns true if the event is in a timeline's queue.
     *
     * @return true from the time at which it is scheduled until it fires or is cancelled.
     */
    public final boolean isScheduled() {
        return place != NOT_SCHEDULED;
    }
}
