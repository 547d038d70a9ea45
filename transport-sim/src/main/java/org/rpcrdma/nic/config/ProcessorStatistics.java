// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.config;

/** What the processors of a simulated host have spent their time on. Live: it goes on while the simulation runs. */
public interface ProcessorStatistics {
    /**
     * Returns the time that all processors have spent on one kind of work, waits for what they share included.
     *
     * @param work the kind of work.
     * @return nanoseconds of processor time.
     */
    long nanos(ProcessorWork work);

    /**
     * Returns the time that processors have waited for what they share.
     *
     * @param resource what they share.
     * @return nanoseconds of processor time, which {@link #nanos} includes.
     */
    long waitNanos(HostResource resource);

    /**
     * Returns the time for which a shared resource was in use. It limits what all processors do together, however many
     * there are.
     *
     * @param resource what they share.
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
