// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * The CPU time of a simulated host's processors by kind of work. The counters are live, updated while the simulation
 * runs, and confined to the simulation's thread.
 */
public interface ProcessorStatistics {
    /**
     * Returns the CPU time of all processors for one kind of work. It includes waits for shared resources, but not
     * waits for the firmware or for peers.
     *
     * @param work the kind of work.
     * @return nanoseconds of CPU time.
     */
    long nanos(ProcessorWork work);

    /**
     * Returns the time that processors have waited for a shared resource.
     *
     * @param resource the shared resource.
     * @return nanoseconds of CPU time, which {@link #nanos} includes.
     */
    long waitNanos(HostResource resource);

    /**
     * Returns the time for which a shared resource has been in use. It limits the total throughput of all processors.
     *
     * @param resource the shared resource.
     * @return nanoseconds of use.
     */
    long heldNanos(HostResource resource);

    /**
     * Adds to the arrays how often the processors were charged the time of each parameter.
     *
     * @param connecting receives the charges for {@link ProcessorWork#CONNECTION}: a count by the parameter's ordinal;
     * its length is {@code CostParameter.charged()}.
     * @param other receives the counts of all other work, in the same form.
     */
    void addExecuted(long[] connecting, long[] other);

    /**
     * Returns the number of processors.
     *
     * @return at least 1.
     */
    int processors();
}
