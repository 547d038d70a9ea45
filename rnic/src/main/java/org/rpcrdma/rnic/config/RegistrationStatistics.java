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
     * @return the number of registrations.
     */
    long registrations();

    /**
     * Returns the number of deregistered regions.
     *
     * @return the number of deregistrations.
     */
    long deregistrations();

    /**
     * Returns the number of mkeys acquired by registrations, and by reregistrations that needed another mkey.
     *
     * @return the number of acquired mkeys.
     */
    long handlesTaken();

    /**
     * Returns the number of acquired mkeys that already existed.
     *
     * @return the number of reused mkeys, at most {@link #handlesTaken()}.
     */
    long handlesReused();

    /**
     * Returns the number of mkeys created, including the mkeys created when the device was attached.
     *
     * @return the number of created mkeys.
     */
    long handlesCreated();

    /**
     * Returns the number of mkeys destroyed.
     *
     * @return the number of destroyed mkeys.
     */
    long handlesDestroyed();

    /**
     * Returns the number of existing mkeys, in use or idle.
     *
     * @return the number of mkeys.
     */
    long handlesHeld();

    /**
     * Returns the amount of memory that the existing mkeys occupy. Each mkey occupies one context, and one translation
     * entry per page that it can translate.
     *
     * @return the size in bytes.
     */
    long bytesHeld();

    /**
     * Returns the time spent creating mkeys when the device was attached.
     *
     * @return the time in nanoseconds of virtual time.
     */
    long startNanos();
}
