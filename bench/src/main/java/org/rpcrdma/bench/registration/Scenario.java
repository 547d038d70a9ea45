// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.registration.PoolDemand.Step;

/**
 * A demand on a pool. All scenarios except the first are derived from the maximum and the median of the recorded
 * demand.
 */
public enum Scenario {
    /** The recorded demand. */
    RECORD("as recorded"),
    /** An application restarts: all memory is deregistered, and registered again after a pause. */
    RESTART("restarts"),
    /** Short bursts, in which demand repeatedly rises from the median to the maximum. */
    BURST("bursts"),
    /** All memory is deregistered, and registered again after eight hours. */
    NIGHT("idle nights");

    private static final long DAY_SECONDS = 3_600;
    private static final long NIGHT_SECONDS = 8 * 3_600;
    private static final long BURST_SECONDS = 10;
    private static final int BURSTS = 6;

    private final String label;

    Scenario(final String label) {
        this.label = label;
    }

    /** Returns the scenario's name in reports. */
    public String label() {
        return label;
    }

    /** Serves a pool's demand in this scenario. */
    PoolRun.Cost cost(final PoolDemand demand, final Setting setting, final Gaps gaps) {
        return switch (this) {
            case RECORD -> PoolRun.run(demand, setting, 0);
            case RESTART -> PoolRun.run(pause(demand, gaps.restart()), setting, 1);
            case BURST -> PoolRun.run(bursts(demand, gaps.burst()), setting, 2);
            case NIGHT -> PoolRun.run(pause(demand, NIGHT_SECONDS), setting, 1);
        };
    }

    private static PoolDemand pause(final PoolDemand demand, final long seconds) {
        return demand.withSteps(
                new Step(0, demand.most()),
                new Step(PoolRun.seconds(DAY_SECONDS), 0),
                new Step(PoolRun.seconds(DAY_SECONDS + seconds), demand.most()));
    }

    /**
     * Returns the steps of the bursts. Costs count from the second burst, because no setting can have kept handles for
     * the first one.
     */
    private static PoolDemand bursts(final PoolDemand demand, final long seconds) {
        final List<Step> steps = new ArrayList<>(List.of(new Step(0, demand.usual())));
        for (int i = 1; i <= BURSTS; i++) {
            steps.add(new Step(PoolRun.seconds(i * seconds), demand.most()));
            steps.add(new Step(PoolRun.seconds(i * seconds + BURST_SECONDS), demand.usual()));
        }
        return demand.withSteps(steps.toArray(Step[]::new));
    }

    /**
     * The gaps between repetitions, in seconds.
     *
     * @param restart the time from the end of an application to its new registrations.
     * @param burst   the time from burst to burst, more than 10.
     */
    public record Gaps(int restart, int burst) {}
}
