// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The clock and the event queue of a software RNIC. Subclasses decide how time passes: virtual time jumps from event to
 * event; real time advances regardless of events.
 *
 * <p>Events with the same time fire in the order in which they were scheduled. Not thread-safe: a timeline belongs to
 * the
 * thread that runs it. Other threads may only {@link #inject(Event)} and read the {@linkplain #nanoTime() time}.
 */
public abstract class Timeline {
    private static final AtomicReferenceFieldUpdater<Timeline, Event> INJECTED =
            AtomicReferenceFieldUpdater.newUpdater(Timeline.class, Event.class, "injected");

    private final EventQueue queue = new EventQueue();

    /** The current time in nanoseconds. */
    protected long now;

    /** Events of other threads, the last one first. Read for each event, so an object of its own would cost time. */
    private volatile Event injected;

    /** The thread that has run the timeline last; null before the first one. */
    private volatile Thread runner;

    /** Creates a timeline that begins at 0. */
    protected Timeline() {}

    /** Notes that the current thread runs the timeline. */
    protected final void claim() {
        final Thread current = Thread.currentThread();
        if (runner != current) {
            runner = current;
        }
    }

    /**
     * Returns true if the current thread ran the timeline last.
     *
     * @return false if it may only inject events.
     */
    public final boolean isOwn() {
        return runner == Thread.currentThread();
    }

    /**
     * Returns the time, on any thread.
     *
     * @return nanoseconds since the timeline began.
     */
    public abstract long nanoTime();

    /**
     * Schedules an event. Nothing is allocated.
     *
     * @param event the event; not scheduled now.
     * @param time  when, in nanoseconds, less than {@link Long#MAX_VALUE}; only in real time it may be in the past, and
     *              the event then happens immediately.
     * @throws IllegalStateException    if the event is scheduled already.
     * @throws IllegalArgumentException if time is virtual and the event lies in the past.
     */
    public final void schedule(final Event event, final long time) {
        if (event.isScheduled()) {
            throw new IllegalStateException("event is already scheduled: now=" + now + " time=" + time);
        }
        queue.add(event, now, time < now ? late(time) : time);
    }

    /**
     * Returns when an event of the past happens.
     *
     * @param time when it was to happen, before now.
     * @return the time at which it happens instead.
     */
    protected abstract long late(long time);

    /**
     * Removes an event from the queue.
     *
     * @param event the event.
     * @return true if it was scheduled.
     */
    public final boolean cancel(final Event event) {
        if (!event.isScheduled()) {
            return false;
        }
        queue.remove(event);
        return true;
    }

    /**
     * Lets an event happen as soon as the timeline is run, at the current time. For other threads; the event sees all
     * their earlier writes. Several events happen in the order in which they were injected.
     *
     * @param event the event; neither scheduled nor injected now.
     */
    public final void inject(final Event event) {
        Event before;
        do {
            before = injected;
            event.injectedBefore = before;
        } while (!INJECTED.compareAndSet(this, before, event));
        wake();
    }

    /** Wakes the thread that runs the timeline. Any thread may call it. */
    protected void wake() {}

    /** Schedules the injected events for now, if there are any. */
    protected final void scheduleInjected() {
        if (injected == null) {
            return;
        }
        Event first = null;
        Event event = INJECTED.getAndSet(this, null);
        while (event != null) {
            final Event before = event.injectedBefore;
            event.injectedBefore = first;
            first = event;
            event = before;
        }
        while (first != null) {
            final Event next = first.injectedBefore;
            first.injectedBefore = null;
            schedule(first, now);
            first = next;
        }
    }

    /**
     * Returns true if events of other threads are not scheduled yet.
     *
     * @return true if {@link #scheduleInjected} has something to do.
     */
    protected final boolean hasInjected() {
        return injected != null;
    }

    /**
     * Returns the time of the first scheduled event.
     *
     * @return nanoseconds, or {@link Long#MAX_VALUE} if none is scheduled.
     */
    protected final long firstTime() {
        return queue.firstTime();
    }

    /** Fires the first event; the queue must not be empty. */
    protected final void fireFirst() {
        queue.removeFirst().fire();
    }

    /**
     * Lets the next event happen unless it is later than a time. Real time waits for it, or for a datagram, until then.
     *
     * @param end nanoseconds.
     * @return false if nothing is left to happen up to that time; in real time, datagrams that arrived in the last
     *     100 us may be left for the next call.
     */
    public abstract boolean stepUntil(long end);

    /**
     * Lets events happen until a time, which is the current time then.
     *
     * @param time nanoseconds; not before now.
     */
    public abstract void runUntil(long time);

    /**
     * Runs code that may take any time, such as a user's handler; real time passes during it.
     *
     * @param task runs before this method returns.
     */
    public void callOut(final Runnable task) {
        task.run();
    }

    /**
     * Returns true if an event is left to happen.
     *
     * @return true if an event is scheduled or injected.
     */
    public final boolean hasEvents() {
        return injected != null || queue.firstTime() != EventQueue.NEVER;
    }

    /**
     * Returns when the next event happens.
     *
     * @return its time in nanoseconds, or {@link Long#MAX_VALUE} if none is left.
     */
    public final long nextEventTime() {
        return injected != null ? now : queue.firstTime();
    }
}
