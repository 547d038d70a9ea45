// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.nic.config.HostResource;
import org.rpcrdma.nic.config.ProcessorWork;

/**
 * The connections that can come and go a second, if they make no calls.
 *
 * @param connectionsPerSecond the rate at which the first resource is full
 * @param limit                that resource: the processors, or something that they share
 */
@JsonPropertyOrder({"connectionsPerSecond", "limit"})
record Capacity(double connectionsPerSecond, String limit) {
    static final String PROCESSORS = "processors";

    private static final double NANOS_A_SECOND = 1e9;

    /**
     * Returns the capacity from the demand of connections.
     *
     * @param all         CPU time of the server.
     * @param buffers     the part of it spent on Receive buffers.
     * @param connections how many connections there were.
     * @param processors  how many processors there were.
     */
    static Capacity of(final HostTimes all, final HostTimes buffers, final int connections, final int processors) {
        final double demand = (double) all.spent(ProcessorWork.CONNECTION) + buffers.demand();
        Capacity least = new Capacity(connections * NANOS_A_SECOND * processors / demand, PROCESSORS);
        for (final HostResource resource : HostResource.values()) {
            final double rate = connections * NANOS_A_SECOND / buffers.held(resource);
            if (rate < least.connectionsPerSecond) {
                least = new Capacity(rate, WorkTime.label(resource.name()));
            }
        }
        return least;
    }
}
