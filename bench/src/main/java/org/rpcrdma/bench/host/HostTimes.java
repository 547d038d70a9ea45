// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.util.Arrays;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostParameter;

/** The CPU time that a host has spent since its start or in an interval, in nanoseconds. Not thread-safe. */
public final class HostTimes {
    private static final ProcessorWork[] WORKS = ProcessorWork.values();
    private static final HostResource[] RESOURCES = HostResource.values();

    private final long[] spent = new long[WORKS.length];
    private final long[] waited = new long[RESOURCES.length];
    private final long[] heldNanos = new long[RESOURCES.length];
    /** The numbers of charges for connecting and for all other work, indexed by the parameter's ordinal. */
    private final long[] connecting = new long[CostParameter.charged()];

    private final long[] otherWork = new long[CostParameter.charged()];

    /** Creates an object with all times 0. */
    public HostTimes() {}

    /** Returns the CPU time that a host has spent so far. */
    public static HostTimes of(final ProcessorStatistics statistics) {
        final HostTimes times = new HostTimes();
        times.set(statistics);
        statistics.addConnecting(times.connecting);
        return times;
    }

    /** Sets all times, but not the charges for connecting, to the CPU time that a host has spent so far. */
    void set(final ProcessorStatistics statistics) {
        for (int i = 0; i < WORKS.length; i++) {
            spent[i] = statistics.nanos(WORKS[i]);
        }
        for (int i = 0; i < RESOURCES.length; i++) {
            waited[i] = statistics.waitNanos(RESOURCES[i]);
            heldNanos[i] = statistics.heldNanos(RESOURCES[i]);
        }
        Arrays.fill(otherWork, 0);
        statistics.addOther(otherWork);
    }

    /** Returns the time spent since an earlier moment. */
    public HostTimes since(final HostTimes before) {
        final HostTimes times = new HostTimes();
        Arrays.setAll(times.spent, i -> spent[i] - before.spent[i]);
        Arrays.setAll(times.waited, i -> waited[i] - before.waited[i]);
        Arrays.setAll(times.heldNanos, i -> heldNanos[i] - before.heldNanos[i]);
        Arrays.setAll(times.connecting, i -> connecting[i] - before.connecting[i]);
        Arrays.setAll(times.otherWork, i -> otherWork[i] - before.otherWork[i]);
        return times;
    }

    /** Adds the CPU time spent since an earlier moment, excluding the time to create and connect queues. */
    void addSince(final HostTimes before, final ProcessorStatistics statistics) {
        for (int i = 0; i < WORKS.length; i++) {
            if (WORKS[i] != ProcessorWork.CONNECTION) {
                spent[i] += statistics.nanos(WORKS[i]) - before.spent[i];
            }
        }
        for (int i = 0; i < RESOURCES.length; i++) {
            waited[i] += statistics.waitNanos(RESOURCES[i]) - before.waited[i];
            heldNanos[i] += statistics.heldNanos(RESOURCES[i]) - before.heldNanos[i];
        }
        statistics.addOther(otherWork);
        for (int i = 0; i < otherWork.length; i++) {
            otherWork[i] -= before.otherWork[i];
        }
    }

    /** Returns an independent copy. */
    HostTimes copy() {
        return since(new HostTimes());
    }

    /** Returns a copy that excludes the time to create and connect queues. */
    public HostTimes withoutConnections() {
        final HostTimes times = copy();
        times.spent[ProcessorWork.CONNECTION.ordinal()] = 0;
        Arrays.fill(times.connecting, 0);
        return times;
    }

    /** Returns the number of charges for connecting, indexed by the parameter's ordinal. */
    public long[] connecting() {
        return connecting.clone();
    }

    /** Returns the number of charges for all other work, indexed by the parameter's ordinal. */
    public long[] other() {
        return otherWork.clone();
    }

    /** Returns the time that processors spent waiting for shared resources. */
    public long waited() {
        return Arrays.stream(waited).sum();
    }

    /** Returns the time of one kind of work, including waits. */
    public long spent(final ProcessorWork work) {
        return spent[work.ordinal()];
    }

    /** Returns the time of all work, including waits. */
    public long spent() {
        return Arrays.stream(spent).sum();
    }

    /** Returns the time of all work, without waits for shared resources. */
    public long demand() {
        return spent() - Arrays.stream(waited).sum();
    }

    /** Returns the time during which a shared resource was occupied. */
    public long held(final HostResource resource) {
        return heldNanos[resource.ordinal()];
    }
}
