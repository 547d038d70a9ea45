// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A discrete-event simulation: a virtual clock that jumps from event to event.
 *
 * <p>Events happen in the order of their times, those of equal times in the order they were scheduled; nothing depends
 * on the wall clock, on addresses or on identity hash codes. The same seed and the same calls give the same run.
 *
 * <p>With a {@link Pace} the clock is a real one instead: an event happens when its time has come, and events from
 * outside, such as datagrams, happen in between. Nothing is repeatable then.
 *
 * <p>Not thread-safe: a simulation belongs to the thread that runs it. Other threads may only {@link #inject(Event)}.
 */
public final class Simulation {

    /** Events in real time that may happen before something from outside is taken. */
    private static final int EVENTS_A_TURN = 64;

    /** After so long something from outside is taken before the next event. */
    private static final long LOOK_NANOS = 100_000;

    private final EventQueue queue = new EventQueue();
    private final long seed;
    private final SeededRandom random;
    private long now;

    /** Null if time is virtual. */
    private final Pace pace;
    /** Events in real time that happened since something from outside was taken. */
    private int eventsOfTurn;
    /** When that was tried last. */
    private long lookedAt;
    /** Real time stands still while an event happens, but for its calls outside. */
    private boolean isHappening;

    /** Events of other threads, the last one first. */
    private final AtomicReference<Event> injected = new AtomicReference<>();

    /**
     * Makes a simulation whose clock stands at 0.
     *
     * @param seed decides everything that is random in it.
     */
    public Simulation(final long seed) {
        this(seed, null);
    }

    /**
     * Makes a simulation that goes with a clock.
     *
     * @param seed decides its random numbers.
     * @param pace the clock and outside events; null for virtual time.
     */
    public Simulation(final long seed, final Pace pace) {
        this.seed = seed;
        this.pace = pace;
        random = new SeededRandom(seed);
    }

    /**
     * Returns true if the simulation goes with a clock.
     *
     * @return false if its time is virtual.
     */
    public boolean isRealTime() {
        return pace != null;
    }

    /**
     * Returns the time now. A real clock stands still while an event happens, so that reading it costs nothing.
     *
     * @return nanoseconds since the simulation began.
     */
    public long nanoTime() {
        if (pace != null && !isHappening) {
            catchUp();
        }
        return now;
    }

    /**
     * Calls code that may take any time, such as a handler of the user. A real clock goes on meanwhile.
     *
     * @param task is run before this returns.
     */
    public void callOut(final Runnable task) {
        final boolean wasHappening = isHappening;
        isHappening = false;
        try {
            task.run();
        } finally {
            isHappening = wasHappening;
        }
    }

    /**
     * The simulation's random numbers.
     *
     * @return the one generator of this simulation.
     */
    public SeededRandom random() {
        return random;
    }

    /**
     * Returns random numbers for one part: using them changes no other part's numbers.
     *
     * @param part the part's name.
     * @return a new generator, decided by the simulation's seed and the name.
     */
    public SeededRandom randomOf(final String part) {
        return new SeededRandom(seed).split(part.hashCode());
    }

    /**
     * Schedules an event.
     *
     * @param event the event; not scheduled now.
     * @param time  when, in nanoseconds, less than {@link Long#MAX_VALUE}; not before now, unless time is real: then
     *              the event happens at once.
     */
    public void schedule(final Event event, final long time) {
        if (event.isScheduled()) {
            throw new IllegalStateException("event is already scheduled: now=" + now + " time=" + time);
        }
        if (time < now && pace == null) {
            throw new IllegalArgumentException("event lies in the past: now=" + now + " time=" + time);
        }
        queue.add(event, now, Math.max(now, time));
    }

    /**
     * Lets an event happen as soon as the simulation goes on, at the time that it stands at then. For other threads;
     * the event sees all their earlier writes. If several come, they happen in the order they came.
     *
     * @param event the event; neither scheduled nor injected now.
     */
    public void inject(final Event event) {
        Event before;
        do {
            before = injected.get();
            event.injectedBefore = before;
        } while (!injected.compareAndSet(before, event));
        if (pace != null) {
            pace.wake();
        }
    }

    private void scheduleInjected() {
        Event first = null;
        Event event = injected.getAndSet(null);
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
     * Takes an event off the queue.
     *
     * @param event the event.
     * @return true if it was scheduled.
     */
    public boolean cancel(final Event event) {
        if (!event.isScheduled()) {
            return false;
        }
        queue.remove(event);
        return true;
    }

    /**
     * Lets the next event happen.
     *
     * @return false if no event is left.
     */
    public boolean step() {
        if (pace != null) {
            return stepInTime(Long.MAX_VALUE);
        }
        if (injected.get() != null) {
            scheduleInjected();
        }
        final long time = queue.firstTime();
        if (time == EventQueue.NEVER) {
            return false;
        }
        now = time;
        queue.removeFirst().fire();
        return true;
    }

    /**
     * Lets the next event happen unless it is later than a time. In real time it waits for the next event, or for
     * something from outside, until then.
     *
     * @param end nanoseconds.
     * @return false if nothing is left to happen up to that time; in real time something that came from outside in the
     *     last 100 us may be left, for the next calls.
     */
    public boolean stepUntil(final long end) {
        return pace == null ? nextEventTime() <= end && step() : stepInTime(end);
    }

    private boolean stepInTime(final long end) {
        if (injected.get() != null) {
            scheduleInjected();
        }
        // an event that was due at the last look at the clock needs no other
        final boolean isDue = eventsOfTurn != 0 && eventsOfTurn < EVENTS_A_TURN && queue.firstTime() <= now;
        final long clock = isDue ? now : pace.nanoTime();
        now = Math.max(now, clock);
        isHappening = true;
        try {
            if (isTurnOver(clock)) {
                eventsOfTurn = 0;
                lookedAt = clock;
                final boolean hasTaken = pace.take();
                lookedAt = now;
                if (hasTaken) {
                    return clock < end;
                }
            }
            if (queue.firstTime() <= Math.min(clock, end)) {
                eventsOfTurn++;
                queue.removeFirst().fire();
                if (queue.firstTime() > clock) {
                    pace.flush();
                }
                return clock < end || queue.firstTime() <= end || clock - lookedAt > LOOK_NANOS;
            }
        } finally {
            isHappening = false;
        }
        if (clock < end && injected.get() == null) {
            pace.await(Math.min(queue.firstTime(), end));
        }
        return clock < end;
    }

    /**
     * Returns true if something from outside is to be taken before the next event: if there is no event now, if there
     * were many, or if it was not tried for long, because the datagram that the event waits for may have come. An event
     * that was due when it was tried last is not kept waiting by that alone.
     */
    private boolean isTurnOver(final long clock) {
        final long time = queue.firstTime();
        return time > clock
                || eventsOfTurn == EVENTS_A_TURN
                || clock - lookedAt > LOOK_NANOS && (eventsOfTurn != 0 || lookedAt < time);
    }

    /** Lets the clock stand at the real time. Does nothing in virtual time. */
    public void catchUp() {
        if (pace != null) {
            now = Math.max(now, pace.nanoTime());
        }
    }

    /** Lets events happen until none is left; in real time without end. */
    public void run() {
        while (step()) {
            continue;
        }
    }

    /**
     * Lets the events up to a point in time happen; then the clock stands at that time.
     *
     * @param time nanoseconds; not before now.
     */
    public void runUntil(final long time) {
        if (pace != null) {
            while (stepInTime(time)) {
                continue;
            }
            return;
        }
        if (time < now) {
            throw new IllegalArgumentException("time lies in the past: now=" + now + " time=" + time);
        }
        while (nextEventTime() <= time && hasEvents()) {
            step();
        }
        now = time;
    }

    /**
     * Returns true if an event is left to happen.
     *
     * @return true if {@link #step()} would do something.
     */
    public boolean hasEvents() {
        return injected.get() != null || queue.firstTime() != EventQueue.NEVER;
    }

    /**
     * When the next event happens.
     *
     * @return its time in nanoseconds, or {@link Long#MAX_VALUE} if none is left.
     */
    public long nextEventTime() {
        return injected.get() != null ? now : queue.firstTime();
    }
}
