// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.concurrent.TimeUnit;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;

/** Simulates, in virtual time, a device's pool that serves a demand with a given floor and aging period. */
final class PoolRun {
    /** An arbitrary key, because there is only one pool. */
    private static final FrmrKey KEY = FrmrKey.of(0, 1);

    private final Simulation simulation;
    private final FrmrPools pools;
    private final FrmrPool pool;
    private final int[] handles;
    private int inUse;
    private long missesBefore;
    private double idleNanos;
    private long countedNanos;

    /**
     * The cost of a run.
     *
     * @param creations the number of handles that users had to wait for because no handle was idle.
     * @param meanIdle  the time-weighted mean number of idle handles.
     */
    record Cost(long creations, double meanIdle) {}

    private PoolRun(final PoolDemand demand, final Setting setting) {
        simulation = new Simulation(1);
        pools = newPools(simulation);
        pool = pools.pool(KEY);
        handles = new int[Math.max(1, demand.most() + demand.idle())];
        pools.setAgingPeriod(setting.aging());
    }

    /** Returns the pools of a new device. */
    static FrmrPools newPools() {
        return newPools(new Simulation(1));
    }

    private static FrmrPools newPools(final Simulation simulation) {
        return new Fabric(simulation, CostModel.defaults())
                .attach("sim0", "10.98.0.1")
                .frmrPools();
    }

    /**
     * Serves a demand.
     *
     * @param from the index of the first step whose costs count.
     */
    static Cost run(final PoolDemand demand, final Setting setting, final int from) {
        return new PoolRun(demand, setting).serve(demand, setting, from);
    }

    private Cost serve(final PoolDemand demand, final Setting setting, final int from) {
        use(demand.steps().get(0).inUse() + demand.idle());
        use(demand.steps().get(0).inUse());
        if (setting.pinned() > 0) {
            pools.setPinned(KEY, setting.pinned());
        }
        missesBefore = pool.statistics().misses();
        final long begin = simulation.nanoTime();
        for (int i = 1; i < demand.steps().size(); i++) {
            goTo(begin + demand.steps().get(i).nanos(), i > from);
            if (i == from) {
                missesBefore = pool.statistics().misses();
            }
            use(demand.steps().get(i).inUse());
        }
        return new Cost(pool.statistics().misses() - missesBefore, countedNanos == 0 ? 0 : idleNanos / countedNanos);
    }

    private void use(final int wanted) {
        while (inUse < wanted) {
            handles[inUse++] = pool.pop();
        }
        while (inUse > wanted) {
            pool.push(handles[--inUse]);
        }
    }

    /** Advances the time event by event and accumulates idle handles. */
    private void goTo(final long nanos, final boolean isCounted) {
        while (simulation.nanoTime() < nanos) {
            final long before = simulation.nanoTime();
            final int idle = pool.queued();
            final long next = Math.min(nanos, Math.max(before + 1, simulation.nextEventTime()));
            simulation.runUntil(next);
            if (isCounted) {
                idleNanos += (double) idle * (simulation.nanoTime() - before);
                countedNanos += simulation.nanoTime() - before;
            }
        }
    }

    /** Converts seconds to nanoseconds. */
    static long seconds(final long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
