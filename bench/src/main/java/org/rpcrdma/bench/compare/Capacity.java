// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The maximum rate at which a server can set up and tear down connections that make no calls.
 *
 * @param connectionsPerSecond the rate at which the first resource is fully used.
 * @param limit                the resource that limits the rate: the processors, or a resource that they share.
 */
record Capacity(double connectionsPerSecond, String limit) {
    static final String PROCESSORS = "processors";
    static final String FIRMWARE = "firmware";

    private static final double NANOS_A_SECOND = 1e9;

    /**
     * Computes the capacity from the work that connections caused.
     *
     * @param executed   the server's work.
     * @param buffers    the time spent on Receive buffers.
     * @param sheet      the prices.
     * @param processors the number of processors.
     */
    static Capacity of(final Executed executed, final HostTimes buffers, final Sheet sheet, final int processors) {
        final double locks = (double) executed.waited() / executed.connections();
        final double busy = executed.connectionNanos(sheet) + executed.spinNanos(sheet) - locks;
        Capacity least = new Capacity(NANOS_A_SECOND * processors / busy, PROCESSORS)
                .least(new Capacity(
                        NANOS_A_SECOND * sheet.get(CostParameter.FIRMWARE_COMMANDS) / executed.firmwareNanos(sheet),
                        FIRMWARE));
        for (final HostResource resource : HostResource.values()) {
            least = least.least(new Capacity(
                    executed.connections() * NANOS_A_SECOND / buffers.held(resource), WorkTime.label(resource.name())));
        }
        return least;
    }

    private Capacity least(final Capacity other) {
        return other.connectionsPerSecond < connectionsPerSecond ? other : this;
    }
}
