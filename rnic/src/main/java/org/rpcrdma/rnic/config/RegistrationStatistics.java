// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/**
 * Live counters of a device's memory registrations and of their mkeys (handles), updated while the simulation runs.
 */
public interface RegistrationStatistics {
    /**
     * Returns the number of regions registered; reregistrations are not counted.
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
     * Returns the number of mkeys taken by registrations, and by reregistrations that needed another mkey.
     *
     * @return the mkeys taken.
     */
    long handlesTaken();

    /**
     * Returns the number of taken mkeys that already existed.
     *
     * @return at most {@link #handlesTaken()}.
     */
    long handlesReused();

    /**
     * Returns the number of mkeys created, including those created when the device was attached.
     *
     * @return the mkeys created.
     */
    long handlesCreated();

    /**
     * Returns the number of mkeys destroyed.
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
     * Returns the memory of the existing mkeys: one context per mkey, and one translation entry per page that it can
     * translate.
     *
     * @return the size in bytes.
     */
    long bytesHeld();

    /**
     * Returns the time that creating mkeys took when the device was attached.
     *
     * @return nanoseconds of virtual time.
     */
    long startNanos();
}
