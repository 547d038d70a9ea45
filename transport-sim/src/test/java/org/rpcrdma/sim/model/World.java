// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.rpcrdma.sim.model.ModelMemory.PAGE;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.QueuePairType;

/**
 * Three hosts and their queue pairs. One host has a low limit for pinned pages. On another host, child processes do not
 * share registered memory.
 */
final class World {
    private static final int ALL = Access.LOCAL_WRITE | Access.REMOTE;
    private static final int MEMLOCK_PAGES = 120;
    /** The domain, the access rights and the sharing of Receives for each pair between two hosts. */
    private static final int[][] PAIRS = {{0, ALL, 0}, {1, ALL, 0}, {0, ALL, 1}, {0, Access.LOCAL_WRITE, 0}};

    final Simulation simulation;
    final Host[] hosts = new Host[3];
    final List<Pair> pairs = new ArrayList<>();

    World(final long seed) {
        simulation = new Simulation(seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final DeviceConfiguration usual = DeviceConfiguration.DEFAULT.withEnvironment(Map.of());
        hosts[0] = new Host(fabric, 0, usual, Integer.MAX_VALUE, random);
        hosts[1] = new Host(fabric, 1, usual.withMemlock((long) MEMLOCK_PAGES * PAGE), MEMLOCK_PAGES, random);
        hosts[2] = new Host(fabric, 2, usual, Integer.MAX_VALUE, random);
        for (int i = 0; i < hosts.length; i++) {
            connect(hosts[i], hosts[(i + 1) % hosts.length]);
        }
    }

    private void connect(final Host one, final Host other) {
        for (int i = 0; i < PAIRS.length; i++) {
            add(QueuePairType.RC, one, other, PAIRS[i], i % 3);
        }
        add(QueuePairType.UC, one, other, PAIRS[0], 2);
        add(QueuePairType.UD, one, other, PAIRS[0], 1);
    }

    private void add(final QueuePairType type, final Host one, final Host other, final int[] form, final int queues) {
        final boolean isShared = form[2] == 1;
        pairs.add(new Pair(
                type,
                new Pair.End(one, form[0], type, form[1], isShared, queues),
                new Pair.End(other, form[0], type, ALL, isShared, 2 - queues)));
    }

    /** Processes all events that the calls have caused. */
    void run() {
        for (final Host host : hosts) {
            simulation.runUntil(Math.max(simulation.nanoTime(), host.loop.nanoTime()));
        }
        simulation.run();
    }

    void close() {
        for (final Host host : hosts) {
            host.close();
        }
    }
}
