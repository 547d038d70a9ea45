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
 * The client hosts of a run, one a connection. A host is there from the time when its connection begins until that has
 * ended, so that a run's resources depend on the number of simultaneous connections.
 */
final class ClientHosts extends Event {
    /** Of fewer connections, chance decides how long a quarter takes. */
    private static final int LEAST_QUARTER = 8;

    private static final double GROWTH = 4;

    private final Simulation simulation;
    private final IntFunction<ClientHost> attach;
    /** When each begins; in order. */
    private final long[] beginnings;

    /** How long each took from its beginning to its last reply. */
    private final long[] lifetimes;

    private final List<ClientHost> present = new ArrayList<>();
    private final ClientTotals totals = new ClientTotals();
    private int begun;
    private ClientHost failed;

    /**
     * Has hosts begin.
     *
     * @param beginnings when each begins: nanoseconds, in order.
     * @param attach makes a host, given its number.
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

    /** The next one begins. */
    @Override
    protected void fire() {
        present.add(attach.apply(begun++));
        scheduleNext();
    }

    /** Hosts that there are. */
    int present() {
        return present.size();
    }

    /** Removes hosts whose connection has ended; do not call it within an event. */
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

    /** Returns the totals of those that have left. */
    ClientTotals totals() {
        return totals;
    }

    /** Returns true if the last quarter of the connections took several times as long as the first: a backlog grows. */
    boolean isBacklogGrowing() {
        final int quarter = lifetimes.length / 4;
        return quarter >= LEAST_QUARTER && sum(lifetimes.length - quarter, lifetimes.length) > GROWTH * sum(0, quarter);
    }

    private double sum(final int from, final int to) {
        return Arrays.stream(lifetimes, from, to).asDoubleStream().sum();
    }

    /** One that did not come to its end, once no event is left; null if all did. */
    ClientHost failed() {
        return failed != null || present.isEmpty() ? failed : present.get(0);
    }
}
