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
    private static final int[] NEVER = {};
    private static final int WORKS = ProcessorWork.values().length;
    private static final int RESOURCES = HostResource.values().length;

    /**
     * The nanoseconds spent on each kind of work, then those of the waits for each resource, then those of its holds.
     * The array is created when it is first needed, because most workers are idle.
     */
    private long[] nanos = NOTHING;

    /**
     * The number of times that each parameter has been charged: first for connecting, then for all other work. The
     * array is created when it is first needed.
     */
    private int[] executed = NEVER;

    /** The executions that did not fit into {@link #executed}; created when it is first needed. */
    private long[] earlier = NOTHING;

    void execute(final ProcessorWork work, final CostParameter cost, final long times) {
        if (executed == NEVER) {
            executed = new int[2 * CostParameter.charged()];
        }
        final int i = (work == ProcessorWork.CONNECTION ? 0 : CostParameter.charged()) + cost.ordinal();
        final long sum = executed[i] + times;
        if (sum == (int) sum) {
            executed[i] = (int) sum;
        } else {
            moveToEarlier(i, sum);
        }
    }

    private void moveToEarlier(final int i, final long sum) {
        if (earlier == NOTHING) {
            earlier = new long[executed.length];
        }
        earlier[i] += sum;
        executed[i] = 0;
    }

    void add(final ProcessorWork work, final long more) {
        add(work.ordinal(), more);
    }

    void addWait(final HostResource resource, final long more) {
        add(WORKS + resource.ordinal(), more);
    }

    void addHold(final HostResource resource, final long more) {
        add(WORKS + RESOURCES + resource.ordinal(), more);
    }

    private void add(final int i, final long more) {
        if (nanos == NOTHING) {
            nanos = new long[WORKS + 2 * RESOURCES];
        }
        nanos[i] += more;
    }

    @Override
    public long nanos(final ProcessorWork work) {
        return sum(work.ordinal());
    }

    @Override
    public long waitNanos(final HostResource resource) {
        return sum(WORKS + resource.ordinal());
    }

    @Override
    public long heldNanos(final HostResource resource) {
        return sum(WORKS + RESOURCES + resource.ordinal());
    }

    private long sum(final int i) {
        return nanos == NOTHING ? 0 : nanos[i];
    }

    @Override
    public void addConnecting(final long[] counts) {
        add(0, counts);
    }

    @Override
    public void addOther(final long[] counts) {
        add(counts.length, counts);
    }

    private void add(final int first, final long[] counts) {
        for (int i = 0; i < executed.length / 2; i++) {
            counts[i] += times(first + i);
        }
    }

    private long times(final int i) {
        return executed[i] + (earlier == NOTHING ? 0 : earlier[i]);
    }

    @Override
    public int processors() {
        return 1;
    }
}
