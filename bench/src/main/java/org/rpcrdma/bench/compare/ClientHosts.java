// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.sim.time.Simulation;

/**
 * The client hosts of a run, one per connection. A host exists only while its connection does, so a run's memory use
 * depends on the number of concurrent connections.
 */
final class ClientHosts extends Event {
    /**
     * The minimum number of connections per quarter. With fewer connections, the duration of a quarter is mostly
     * random.
     */
    private static final int LEAST_QUARTER = 8;

    private static final double GROWTH = 4;

    private final Simulation simulation;
    private final IntFunction<ClientHost> attach;
    /** The start time of each connection, in ascending order. */
    private final long[] beginnings;

    /** Each connection's time from its start to its last reply. */
    private final long[] lifetimes;

    private final List<ClientHost> present = new ArrayList<>();
    private final ClientTotals totals = new ClientTotals();
    private int begun;
    private ClientHost failed;

    /**
     * Schedules the hosts.
     *
     * @param beginnings the connections' start times in nanoseconds, in ascending order.
     * @param attach     creates the host with a given number.
     */
    ClientHosts(final Simulation simulation, final long[] beginnings, final IntFunction<ClientHost> attach) {
        this.simulation = simulation;
        this.attach = attach;
        this.beginnings = beginnings;
        lifetimes = new long[beginnings.length];
        scheduleNext();
    }

    private void scheduleNext() {
        if (begun < beginnings.length) {
            simulation.schedule(this, beginnings[begun]);
        }
    }

    /** Attaches the next host. */
    @Override
    protected void fire() {
        present.add(attach.apply(begun++));
        scheduleNext();
    }

    /** Returns the number of existing hosts. */
    int present() {
        return present.size();
    }

    /** Removes the hosts whose connections have ended. Must not be called while an event is running. */
    void dismiss() {
        int stay = 0;
        for (int i = 0; i < present.size(); i++) {
            final ClientHost host = present.get(i);
            if (host.client().hasLeft()) {
                leave(host);
            } else {
                present.set(stay++, host);
            }
        }
        present.subList(stay, present.size()).clear();
    }

    private void leave(final ClientHost host) {
        totals.add(host.client());
        lifetimes[host.number()] = host.client().lastReplyNanos() - beginnings[host.number()];
        if (host.client().failure() != null && failed == null) {
            failed = host;
        }
        host.close();
    }

    /** Returns the totals of the removed clients. */
    ClientTotals totals() {
        return totals;
    }

    /**
     * Returns true if a backlog is growing: the last quarter of the connections took several times as long as the first
     * quarter.
     */
    boolean isBacklogGrowing() {
        final int quarter = lifetimes.length / 4;
        return quarter >= LEAST_QUARTER && sum(lifetimes.length - quarter, lifetimes.length) > GROWTH * sum(0, quarter);
    }

    private double sum(final int from, final int to) {
        return Arrays.stream(lifetimes, from, to).asDoubleStream().sum();
    }

    /** Returns a client that did not finish, or null if all finished. Call this only when no events are left. */
    ClientHost failed() {
        return failed != null || present.isEmpty() ? failed : present.get(0);
    }
}
