// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/**
 * Live counters of a device's memory registrations and of the mkeys (handles) for them. The counters change while the
 * simulation runs.
 */
public interface RegistrationStatistics {
    /**
     * Returns the number of registered regions; reregistrations are not counted.
     *
     * @return the registrations.
     */
    long registrations();

    /**
     * Returns the number of deregistered regions.
     *
     * @return the deregistrations.
     */
    long deregistrations();

    /**
     * Returns the number of mkeys acquired by registrations, and by reregistrations that needed another mkey.
     *
     * @return the acquired mkeys.
     */
    long handlesTaken();

    /**
     * Returns the number of acquired mkeys that already existed.
     *
     * @return at most {@link #handlesTaken()}.
     */
    long handlesReused();

    /**
     * Returns the number of mkeys created, including the mkeys created when the device was attached.
     *
     * @return the created mkeys.
     */
    long handlesCreated();

    /**
     * Returns the number of mkeys destroyed.
     *
     * @return the destroyed mkeys.
     */
    long handlesDestroyed();

    /**
     * Returns the number of existing mkeys, in use or idle.
     *
     * @return the mkeys.
     */
    long handlesHeld();

    /**
     * Returns the memory that the existing mkeys use: one context per mkey, and one translation entry per page that the
     * mkey can translate.
     *
     * @return the size in bytes.
     */
    long bytesHeld();

    /**
     * Returns the time spent creating mkeys when the device was attached.
     *
     * @return nanoseconds of virtual time.
     */
    long startNanos();
}
