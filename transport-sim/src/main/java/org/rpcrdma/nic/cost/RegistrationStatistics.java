// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

/**
 * What a device has counted of its memory registrations and of the mkeys (handles) under them. Live: the counters go
 * on while the simulation runs.
 */
public interface RegistrationStatistics {
    /**
     * Regions registered; a change of one does not count.
     *
     * @return how many.
     */
    long registrations();

    /**
     * Regions deregistered.
     *
     * @return how many.
     */
    long deregistrations();

    /**
     * Handles that registrations, and changes of one that needed another handle, took.
     *
     * @return how many.
     */
    long handlesTaken();

    /**
     * Handles that were there when they were taken.
     *
     * @return how many of {@link #handlesTaken()}.
     */
    long handlesReused();

    /**
     * Handles made, those at the start included.
     *
     * @return how many.
     */
    long handlesCreated();

    /**
     * Handles destroyed.
     *
     * @return how many.
     */
    long handlesDestroyed();

    /**
     * Handles that exist now, in use or idle.
     *
     * @return how many.
     */
    long handlesHeld();

    /**
     * Memory that those handles take: a context each, and a translation entry for each page that they have room for.
     *
     * @return bytes.
     */
    long bytesHeld();

    /**
     * What making handles took when the device was attached.
     *
     * @return nanoseconds of virtual time.
     */
    long startNanos();
}
