// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

/**
 * An event at a point in virtual time. The part that schedules an event owns and reuses it: the queue
 * only links it in, so that scheduling allocates nothing. It can be scheduled again from its own {@link #fire()}.
 */
public abstract class Event {
    static final int NOT_SCHEDULED = -1;

    /** Its position in the heap: its number among all that came there; of equal times the lower one is first. */
    long sequence;
    /** The time of the event while it is in the wheel. */
    long time;
    /** Its span in the {@link EventWheel}, or behind all of those its index in the {@link EventHeap}. */
    int place = NOT_SCHEDULED;

    /** The next event of its span in the wheel, or null. */
    Event next;

    /** The event injected before, while neither is scheduled. */
    Event injectedBefore;

    /** Creates an unscheduled event. */
    public Event() {}

    /**
     * Returns an event that runs a body.
     *
     * @param body runs at the event's time.
     * @return an event that is not scheduled.
     */
    public static Event of(final Runnable body) {
        return new Event() {
            @Override
            protected void fire() {
                body.run();
            }
        };
    }

    /** Runs the event. The timeline stands at the event's time. */
    protected abstract void fire();

    /**
     * Returns true if the event waits in a timeline's queue.
     *
     * @return true from scheduling it until it fires or is cancelled.
     */
    public final boolean isScheduled() {
        return place != NOT_SCHEDULED;
    }
}
