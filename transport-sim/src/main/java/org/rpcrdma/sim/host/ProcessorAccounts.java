// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * A processor's CPU time by kind of work, in nanoseconds. Each charge is added to the processor's accounts and also to
 * its host's accounts.
 */
final class ProcessorAccounts implements ProcessorStatistics {
    private static final long[] NOTHING = {};

    private final long[] spent = new long[ProcessorWork.values().length];
    private final long[] waited = new long[HostResource.values().length];
    private final long[] held = new long[HostResource.values().length];

    /**
     * The number of times that each parameter has been charged: first for connecting, then for all other work. The
     * array is created when it is first needed.
     */
    private long[] executed = NOTHING;

    void execute(final ProcessorWork work, final CostParameter cost, final long times) {
        if (executed == NOTHING) {
            executed = new long[2 * CostParameter.charged()];
        }
        executed[(work == ProcessorWork.CONNECTION ? 0 : CostParameter.charged()) + cost.ordinal()] += times;
    }

    void add(final ProcessorWork work, final long nanos) {
        spent[work.ordinal()] += nanos;
    }

    void addWait(final HostResource resource, final long nanos) {
        waited[resource.ordinal()] += nanos;
    }

    void addHold(final HostResource resource, final long nanos) {
        held[resource.ordinal()] += nanos;
    }

    @Override
    public long nanos(final ProcessorWork work) {
        return spent[work.ordinal()];
    }

    @Override
    public long waitNanos(final HostResource resource) {
        return waited[resource.ordinal()];
    }

    @Override
    public long heldNanos(final HostResource resource) {
        return held[resource.ordinal()];
    }

    @Override
    public void addExecuted(final long[] connecting, final long[] other) {
        for (int i = 0; i < executed.length / 2; i++) {
            connecting[i] += executed[i];
            other[i] += executed[connecting.length + i];
        }
    }

    @Override
    public int processors() {
        return 1;
    }
}
