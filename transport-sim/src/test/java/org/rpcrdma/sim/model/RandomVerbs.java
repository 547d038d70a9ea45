// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.Map;
import org.rpcrdma.verbs.extended.ReregisterError;

/**
 * A run of random steps on simulated devices, each of which the model predicts. Runs with the same seed have the same
 * steps and results.
 */
final class RandomVerbs {
    /** The number of steps between two comparisons of all memory. */
    private static final int COMPARE_ALL = 2048;

    /** One of this many steps leaves its completions unpolled. */
    private static final int LEFT = 3;

    private final Draw draw;
    private final World world;
    private final History history = new History();
    private final Checker checker;
    private final RegistrationSteps registrations;
    private final ReregisterSteps changes;
    private final WindowSteps windows;
    private final TrafficSteps traffic;
    private final ReceiveSteps receives;
    private final QueuePairSteps queuePairs;
    private long calls;

    RandomVerbs(final long seed) {
        draw = new Draw(seed);
        draw.begin(-1);
        world = new World(seed);
        checker = new Checker(world);
        final RequestDraw requests = new RequestDraw(draw);
        changes = new ReregisterSteps(world, draw, history);
        windows = new WindowSteps(world, draw, requests, history);
        traffic = new TrafficSteps(world, draw, requests, history);
        registrations = new RegistrationSteps(world, draw, history, traffic);
        receives = new ReceiveSteps(world, draw, history);
        queuePairs = new QueuePairSteps(world, draw, history, receives);
        queuePairs.connectAll();
    }

    /** Executes a step. Throws an AssertionError that describes the difference if the device and the model differ. */
    void step(final long step) {
        draw.begin(step);
        history.begin(step);
        switch (draw.below(32)) {
            case 0, 1 -> registrations.step();
            case 2 -> changes.step();
            case 3 -> windows.step();
            case 4, 5, 6, 7, 8, 9, 10, 11 -> receives.step();
            case 12, 13, 14 -> queuePairs.step();
            default -> traffic.step();
        }
        world.run();
        calls++;
        if (!draw.oneIn(LEFT)) {
            checker.poll();
        }
        checker.compareStates();
        checker.compareWritten();
        if (step % COMPARE_ALL == 0) {
            checker.compareAll();
        }
    }

    /** Returns the number of work requests and other calls so far. */
    long operations() {
        return calls + traffic.posted() + receives.posted();
    }

    Map<ReregisterError, Integer> reregistrations() {
        return changes.results();
    }

    /** Compares everything a last time, and releases everything. */
    void end() {
        checker.poll();
        checker.compareAll();
        world.close();
    }

    @Override
    public String toString() {
        return history.toString();
    }
}
