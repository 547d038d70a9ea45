// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.time;

import org.rpcrdma.rnic.time.Timeline;

/**
 * A discrete-event simulation: a virtual clock that jumps from event to event.
 *
 * <p>Events happen in the order of their times, those of equal times in the order they were scheduled; nothing depends
 * on the wall clock, on addresses or on identity hash codes. The same seed and the same calls give the same run.
 *
 * <p>Not thread-safe: a simulation belongs to the thread that runs it, the one that made it before that. Other threads
 * may only inject events and read the time.
 */
public final class Simulation extends Timeline {
    private final long seed;
    private final SeededRandom random;

    /**
     * Makes a simulation whose clock stands at 0.
     *
     * @param seed decides everything that is random in it.
     */
    public Simulation(final long seed) {
        this.seed = seed;
        random = new SeededRandom(seed);
        claim();
    }

    @Override
    public long nanoTime() {
        return now;
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

    @Override
    protected long late(final long time) {
        throw new IllegalArgumentException("event lies in the past: now=" + now + " time=" + time);
    }

    /**
     * Lets the next event happen.
     *
     * @return false if no event is left.
     */
    public boolean step() {
        claim();
        return next();
    }

    /** Lets the next event happen on the thread that has claimed the simulation. */
    private boolean next() {
        scheduleInjected();
        final long time = firstTime();
        if (time == Long.MAX_VALUE) {
            return false;
        }
        now = time;
        fireFirst();
        return true;
    }

    @Override
    public boolean stepUntil(final long end) {
        return nextEventTime() <= end && step();
    }

    /** Lets events happen until none is left. */
    public void run() {
        claim();
        while (next()) {
            continue;
        }
    }

    @Override
    public void runUntil(final long time) {
        if (time < now) {
            throw new IllegalArgumentException("time lies in the past: now=" + now + " time=" + time);
        }
        while (nextEventTime() <= time && hasEvents()) {
            step();
        }
        now = time;
    }
}
