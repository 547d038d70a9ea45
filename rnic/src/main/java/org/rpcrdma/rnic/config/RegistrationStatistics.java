// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/**
 * Live counters of a device's memory registrations and of their mkeys (handles), updated while the simulation runs.
 */
public interface RegistrationStatistics {
    /**
     * Returns the number of regions registered; the change of a region does not count.
     *
     * @return the registrations.
     */
    long registrations();

    /**
     * Returns the number of regions deregistered.
     *
     * @return the deregistrations.
     */
    long deregistrations();

    /**
     * Returns the mkeys that registrations took, and changes of a region that needed another mkey.
     *
     * @return the mkeys taken.
     */
    long handlesTaken();

    /**
     * Returns the mkeys that existed before they were taken.
     *
     * @return some of {@link #handlesTaken()}.
     */
    long handlesReused();

    /**
     * Returns the mkeys created, those at the start included.
     *
     * @return the mkeys created.
     */
    long handlesCreated();

    /**
     * Returns the mkeys destroyed.
     *
     * @return the mkeys destroyed.
     */
    long handlesDestroyed();

    /**
     * Returns the number of mkeys that exist, in use or idle.
     *
     * @return the mkeys.
     */
    long handlesHeld();

    /**
     * Returns the memory of those mkeys: a context each, and a translation entry for each page that they can translate.
     *
     * @return the bytes.
     */
    long bytesHeld();

    /**
     * Returns the time that creating mkeys took when the device was attached.
     *
     * @return nanoseconds of virtual time.
     */
    long startNanos();
}
