// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.sim.config.HostResource;

/**
 * The utilization of a server.
 *
 * @param shares    the utilization of the processors, and of the resources that they share.
 * @param growing   true if a backlog grew: the last connections took several times as long as the first.
 * @param saturated true if the server could not keep up, in which case latencies measure the time spent in a backlog.
 */
record ServerLoad(Map<String, Share> shares, boolean growing, boolean saturated) {
    /** The utilization at which a resource counts as full. Random arrivals cause queueing even below it. */
    private static final double FULL = 0.95;

    /**
     * The utilization of a resource; 1 means fully used.
     *
     * @param offered  the utilization that connections would cause if they never waited; null if connections do not
     *                 arrive at a given rate.
     * @param achieved the utilization during the run; for processors, it includes waits for shared resources.
     */
    record Share(Double offered, double achieved) {
        boolean isFull() {
            return achieved >= FULL || offered != null && offered >= FULL;
        }
    }

    /**
     * Computes the load of a run.
     *
     * @param times      the CPU time spent.
     * @param processors the number of processors.
     * @param nanos      the length of the run, at least the mean time in which all connections arrive.
     * @param perNano    the reciprocal of that mean time; null if connections do not arrive at a given rate.
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
        return names.isEmpty() ? growing ? "a growing backlog" : "all connections at once" : names;
    }
}
