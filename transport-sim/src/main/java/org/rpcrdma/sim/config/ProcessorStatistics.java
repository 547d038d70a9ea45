// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** The CPU time of a simulated host's processors by kind of work; live, updated while the simulation runs. */
public interface ProcessorStatistics {
    /**
     * Returns the CPU time of all processors for one kind of work, waits for shared resources included,
     * waits for firmware and peers left out.
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
     * Returns the time for which a shared resource was in use. It limits the throughput of all processors together,
     * however many there are.
     *
     * @param resource the shared resource.
     * @return nanoseconds.
     */
    long heldNanos(HostResource resource);

    /**
     * Adds up what the processors have executed: how often the time of each parameter was charged.
     *
     * @param connecting receives what was charged as {@link ProcessorWork#CONNECTION}: a number by parameter's ordinal,
     *                   as long as {@code CostParameter.charged()}.
     * @param other      receives the same of all other work.
     */
    void addExecuted(long[] connecting, long[] other);

    /**
     * Returns the number of processors.
     *
     * @return at least 1.
     */
    int processors();
}
