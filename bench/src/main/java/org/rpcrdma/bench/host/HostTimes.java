// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.util.Arrays;
import org.rpcrdma.nic.config.HostResource;
import org.rpcrdma.nic.config.ProcessorStatistics;
import org.rpcrdma.nic.config.ProcessorWork;

/** CPU time of a host up to a moment, or between two moments, in nanoseconds. */
public final class HostTimes {
    private static final ProcessorWork[] WORKS = ProcessorWork.values();
    private static final HostResource[] RESOURCES = HostResource.values();

    private final long[] spent = new long[WORKS.length];
    private final long[] waited = new long[RESOURCES.length];
    private final long[] held = new long[RESOURCES.length];

    /** Makes times of nothing. */
    public HostTimes() {}

    /** Returns a host's CPU time so far. */
    public static HostTimes of(final ProcessorStatistics statistics) {
        final HostTimes times = new HostTimes();
        for (int i = 0; i < WORKS.length; i++) {
            times.spent[i] = statistics.nanos(WORKS[i]);
        }
        for (int i = 0; i < RESOURCES.length; i++) {
            times.waited[i] = statistics.waitNanos(RESOURCES[i]);
            times.held[i] = statistics.heldNanos(RESOURCES[i]);
        }
        return times;
    }

    /** Returns the time spent since an earlier moment. */
    public HostTimes since(final HostTimes before) {
        final HostTimes times = new HostTimes();
        Arrays.setAll(times.spent, i -> spent[i] - before.spent[i]);
        Arrays.setAll(times.waited, i -> waited[i] - before.waited[i]);
        Arrays.setAll(times.held, i -> held[i] - before.held[i]);
        return times;
    }

    /** Adds the CPU time spent since an earlier moment, but for the making and connecting of queues. */
    void addSince(final HostTimes before, final ProcessorStatistics statistics) {
        for (int i = 0; i < WORKS.length; i++) {
            spent[i] += WORKS[i] == ProcessorWork.CONNECTION ? 0 : statistics.nanos(WORKS[i]) - before.spent[i];
        }
        for (int i = 0; i < RESOURCES.length; i++) {
            waited[i] += statistics.waitNanos(RESOURCES[i]) - before.waited[i];
            held[i] += statistics.heldNanos(RESOURCES[i]) - before.held[i];
        }
    }

    /** Returns a copy, which stays as it is. */
    HostTimes copy() {
        return since(new HostTimes());
    }

    /** Returns the same without the making and connecting of queues. */
    public HostTimes withoutConnections() {
        final HostTimes times = copy();
        times.spent[ProcessorWork.CONNECTION.ordinal()] = 0;
        return times;
    }

    /** Returns the time of one kind of work, waits included. */
    public long spent(final ProcessorWork work) {
        return spent[work.ordinal()];
    }

    /** Returns the time of all work, waits included. */
    public long spent() {
        return Arrays.stream(spent).sum();
    }

    /** Returns the time of all work without waits for shared resources. */
    public long demand() {
        return spent() - Arrays.stream(waited).sum();
    }

    /** Returns the time for which a shared resource was in use. */
    public long held(final HostResource resource) {
        return held[resource.ordinal()];
    }
}
