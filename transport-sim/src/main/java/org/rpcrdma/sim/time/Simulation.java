// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.time;

import org.rpcrdma.rnic.time.Timeline;

/**
 * A discrete-event simulation, whose virtual clock jumps from event to event.
 *
 * <p>Events are processed in the order of their times; events with equal times are processed in the order in which they
 * were scheduled. Nothing depends on the wall clock, on addresses or on identity hash codes. Therefore the same seed
 * and the same calls always produce the same run.
 *
 * <p>Not thread-safe. A simulation is confined to the thread that runs it and, before it runs, to the thread that
 * created it. Other threads may only inject events and read the time.
 */
public final class Simulation extends Timeline {
    private final long seed;
    private final SeededRandom random;

    /**
     * Creates a simulation whose clock is at 0.
     *
     * @param seed the seed, which determines all random numbers.
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
     * Returns the simulation's random generator.
     *
     * @return the only generator of this simulation.
     */
    public SeededRandom random() {
        return random;
    }

    /**
     * Creates a random generator for one part of the simulation. Using it does not affect the random numbers of any
     * other part.
     *
     * @param part the part's name.
     * @return a new generator, determined by the simulation's seed and the name.
     */
    public SeededRandom randomOf(final String part) {
        return new SeededRandom(seed).split(part.hashCode());
    }

    @Override
    protected long late(final long time) {
        throw new IllegalArgumentException("event is in the past: now=" + now + " time=" + time);
    }

    /**
     * Processes the next event.
     *
     * @return false if no event is left.
     */
    public boolean step() {
        claim();
        return next();
    }

    /** Processes the next event. Precondition: the current thread has claimed the simulation. */
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

    /** Processes events until no event is left. */
    public void run() {
        claim();
        while (next()) {
            continue;
        }
    }

    @Override
    public void runUntil(final long time) {
        if (time < now) {
            throw new IllegalArgumentException("time is in the past: now=" + now + " time=" + time);
        }
        while (nextEventTime() <= time && hasEvents()) {
            step();
        }
        now = time;
    }
}
