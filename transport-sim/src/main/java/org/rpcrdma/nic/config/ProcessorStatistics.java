// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.config;

/** The CPU time of a simulated host's processors by kind of work. Live: it goes on while the simulation runs. */
public interface ProcessorStatistics {
    /**
     * Returns the CPU time of all processors for one kind of work, waits for shared resources included.
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
     * Returns the number of processors.
     *
     * @return at least 1.
     */
    int processors();
}
