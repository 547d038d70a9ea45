// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * The CPU time that a simulated host's processors have spent, by kind of work. The counters are live: they change while
 * the simulation runs. Confined to the simulation's thread.
 */
public interface ProcessorStatistics {
    /**
     * Returns the CPU time that all processors have spent on one kind of work. It includes waits for shared resources,
     * but not waits for the firmware or for peers.
     *
     * @param work the kind of work.
     * @return the CPU time in nanoseconds.
     */
    long nanos(ProcessorWork work);

    /**
     * Returns the time that processors have spent waiting for a shared resource.
     *
     * @param resource the shared resource.
     * @return the CPU time in nanoseconds; {@link #nanos} includes it.
     */
    long waitNanos(HostResource resource);

    /**
     * Returns the total time for which a shared resource has been in use. This time limits the throughput of all
     * processors together.
     *
     * @param resource the shared resource.
     * @return the time in nanoseconds.
     */
    long heldNanos(HostResource resource);

    /**
     * Adds to the given counts the number of times that each parameter has been charged for
     * {@link ProcessorWork#CONNECTION}.
     *
     * @param counts the counts, indexed by the parameter's ordinal; the length is {@code CostParameter.charged()}.
     */
    void addConnecting(long[] counts);

    /**
     * Adds to the given counts the number of times that each parameter has been charged for all work except
     * {@link ProcessorWork#CONNECTION}.
     *
     * @param counts the counts, indexed by the parameter's ordinal; the length is {@code CostParameter.charged()}.
     */
    void addOther(long[] counts);

    /**
     * Returns the number of processors.
     *
     * @return at least 1.
     */
    int processors();
}
