// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The clock and the event queue of a software RNIC. Subclasses determine how time passes. Virtual time jumps from event
 * to event; real time advances regardless of events.
 *
 * <p>Events with the same time fire in the order in which they were scheduled. Not thread-safe: a timeline is confined
 * to the thread that runs it. Other threads may only {@linkplain #inject(Event) inject} events and read the
 * {@linkplain #nanoTime() time}.
 */
public abstract class Timeline {
    private static final AtomicReferenceFieldUpdater<Timeline, Event> INJECTED =
            AtomicReferenceFieldUpdater.newUpdater(Timeline.class, Event.class, "injected");

    private final EventQueue queue = new EventQueue();

    /** The current time in nanoseconds. */
    protected long now;

    /**
     * The events that other threads have injected, most recent first. This field is read in every step, so it is not
     * wrapped in an atomic object.
     */
    private volatile Event injected;

    /** The thread that most recently ran the timeline, or null. */
    private volatile Thread runner;

    /** Creates a timeline that begins at 0. */
    protected Timeline() {}

    /** Records that the current thread is running the timeline. */
    protected final void claim() {
        final Thread current = Thread.currentThread();
        if (runner != current) {
            runner = current;
        }
    }

    /**
     * Returns true if the current thread was the last to run the timeline.
     *
     * @return false if the current thread may only inject events.
     */
    public final boolean isOwn() {
        return runner == Thread.currentThread();
    }

    /**
     * Returns the current time. Any thread may call this method.
     *
     * @return nanoseconds since the timeline began.
     */
    public abstract long nanoTime();

    /**
     * Returns the current time when it was last read or set. In real time, unlike {@link #nanoTime()}, this method does
     * not read the clock. Only the thread that runs the timeline may call it.
     *
     * @return nanoseconds since the timeline began.
     */
    public final long lastTime() {
        return now;
    }

    /**
     * Schedules an event without allocating.
     *
     * @param event the event, which must not be scheduled already.
     * @param time  the time, in ns, at which to fire the event; less than {@link Long#MAX_VALUE}. In real time it may
     *              be in the past; the event then fires immediately.
     * @throws IllegalStateException    if the event is already scheduled.
     * @throws IllegalArgumentException if time is virtual and the event lies in the past.
     */
    public final void schedule(final Event event, final long time) {
        if (event.isScheduled()) {
            throw new IllegalStateException("event is already scheduled: now=" + now + " time=" + time);
        }
        queue.add(event, now, time < now ? late(time) : time);
    }

    /**
     * Returns the time at which an overdue event fires.
     *
     * @param time the time, in the past, at which the event should have fired.
     * @return the time at which the event fires instead.
     */
    protected abstract long late(long time);

    /**
     * Removes an event from the queue.
     *
     * @param event the event.
     * @return true if the event was scheduled.
     */
    public final boolean cancel(final Event event) {
        if (!event.isScheduled()) {
            return false;
        }
        queue.remove(event);
        return true;
    }

    /**
     * Injects an event from another thread. The event fires at the current time when the timeline next runs. It sees
     * all writes that the thread made before the call. Injected events fire in the order of injection.
     *
     * @param event the event, which must be neither scheduled nor injected.
     */
    public final void inject(final Event event) {
        Event before;
        do {
            before = injected;
            event.next = before;
        } while (!INJECTED.compareAndSet(this, before, event));
        wake();
    }

    /** Wakes the thread that runs the timeline. Any thread may call this method. */
    protected void wake() {}

    /** Schedules all injected events for the current time. */
    protected final void scheduleInjected() {
        if (injected == null) {
            return;
        }
        Event first = null;
        Event event = INJECTED.getAndSet(this, null);
        while (event != null) {
            final Event before = event.next;
            event.next = first;
            first = event;
            event = before;
        }
        while (first != null) {
            final Event next = first.next;
            first.next = null;
            schedule(first, now);
            first = next;
        }
    }

    /**
     * Returns true if some injected events have not been scheduled yet.
     *
     * @return true if {@link #scheduleInjected} would schedule an event.
     */
    protected final boolean hasInjected() {
        return injected != null;
    }

    /**
     * Returns the time of the first scheduled event.
     *
     * @return the time in nanoseconds, or {@link Long#MAX_VALUE} if no event is scheduled.
     */
    protected final long firstTime() {
        return queue.firstTime();
    }

    /** Fires the first event. The queue must not be empty. */
    protected final void fireFirst() {
        queue.removeFirst().fire();
    }

    /**
     * Fires the next event, unless it is later than the given time. In real time, fires all events that are due, up to
     * the first that calls a user's handler; if none is due, waits up to the given time for an event or a datagram.
     *
     * @param end the latest time, in nanoseconds.
     * @return false if no event remains up to that time. In real time, the next call may handle datagrams that arrived
     *     in the last 100 us.
     */
    public abstract boolean stepUntil(long end);

    /**
     * Fires all events up to the given time, which becomes the current time.
     *
     * @param time the time in nanoseconds; not in the past.
     */
    public abstract void runUntil(long time);

    /**
     * Runs code of unknown duration, such as a user's handler. In real time, the clock advances while the code runs.
     *
     * @param task the code, which runs before this method returns.
     */
    public void callOut(final Runnable task) {
        task.run();
    }

    /**
     * Returns true if an event is pending.
     *
     * @return true if an event is scheduled or injected.
     */
    public final boolean hasEvents() {
        return injected != null || queue.firstTime() != EventQueue.NEVER;
    }

    /**
     * Returns the time of the next event.
     *
     * @return the time in ns, or {@link Long#MAX_VALUE} if no event is pending.
     */
    public final long nextEventTime() {
        return injected != null ? now : queue.firstTime();
    }
}
