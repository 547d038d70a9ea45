// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.sim.config.HostResource;

/**
 * How busy a server was.
 *
 * @param shares    the processors, and the resources they share
 * @param growing true if the last connections took several times as long as the first: a backlog grew
 * @param saturated true if the server could not keep up, so that latencies are times of waiting in a backlog
 */
record ServerLoad(Map<String, Share> shares, boolean growing, boolean saturated) {
    /** The utilization at which a resource counts as full: random arrivals queue even below it. */
    private static final double FULL = 0.95;

    /**
     * The share of a resource that is in use, 1 for all of it.
     *
     * @param offered  asked for by connections as they arrive, without waiting; null if they do not arrive at a rate
     * @param achieved in use while the run lasted; of processors, including waits for shared resources
     */
    record Share(Double offered, double achieved) {
        boolean isFull() {
            return achieved >= FULL || offered != null && offered >= FULL;
        }
    }

    /**
     * Returns the load of a run.
     *
     * @param times      the CPU time spent.
     * @param processors how many there were.
     * @param nanos      how long the run lasted, and no less than its connections take to arrive on average.
     * @param perNano    runs as long as this one that arrive in a nanosecond; null if nothing arrives at a rate.
     */
    static ServerLoad of(
            final HostTimes times,
            final int processors,
            final double nanos,
            final Double perNano,
            final boolean growing,
            final boolean allAtOnce) {
        final Map<String, Share> shares = new LinkedHashMap<>();
        shares.put(
                Capacity.PROCESSORS,
                new Share(
                        perNano == null ? null : times.demand() * perNano / processors,
                        times.spent() / (nanos * processors)));
        for (final HostResource resource : HostResource.values()) {
            final long held = times.held(resource);
            shares.put(
                    WorkTime.label(resource.name()), new Share(perNano == null ? null : held * perNano, held / nanos));
        }
        return new ServerLoad(
                shares,
                growing,
                growing || allAtOnce || shares.values().stream().anyMatch(Share::isFull));
    }

    Share processors() {
        return shares.get(Capacity.PROCESSORS);
    }

    /** Returns the names of the full resources. */
    String full() {
        final Predicate<Map.Entry<String, Share>> isFull =
                share -> share.getValue().isFull();
        final String names = String.join(
                ", ",
                shares.entrySet().stream().filter(isFull).map(Map.Entry::getKey).toList());
        return names.isEmpty() ? growing ? "a backlog that grows" : "all connections at once" : names;
    }
}
