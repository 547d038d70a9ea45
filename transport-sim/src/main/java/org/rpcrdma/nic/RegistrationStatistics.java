// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/**
 * What a device has counted of its memory registrations and of the mkeys (handles) under them. Live: the counters go
 * on while the simulation runs.
 */
public final class RegistrationStatistics {
    long registrations;
    long deregistrations;
    long handlesTaken;
    long handlesReused;
    long handlesCreated;
    long handlesDestroyed;
    long bytesHeld;
    long startNanos;

    RegistrationStatistics() {}

    /**
     * Regions registered; a change of one does not count.
     *
     * @return how many.
     */
    public long registrations() {
        return registrations;
    }

    /**
     * Regions deregistered.
     *
     * @return how many.
     */
    public long deregistrations() {
        return deregistrations;
    }

    /**
     * Handles that registrations, and changes of one that needed another handle, took.
     *
     * @return how many.
     */
    public long handlesTaken() {
        return handlesTaken;
    }

    /**
     * Handles that were there when they were taken.
     *
     * @return how many of {@link #handlesTaken()}.
     */
    public long handlesReused() {
        return handlesReused;
    }

    /**
     * Handles made, those at the start included.
     *
     * @return how many.
     */
    public long handlesCreated() {
        return handlesCreated;
    }

    /**
     * Handles destroyed.
     *
     * @return how many.
     */
    public long handlesDestroyed() {
        return handlesDestroyed;
    }

    /**
     * Handles that exist now, in use or idle.
     *
     * @return how many.
     */
    public long handlesHeld() {
        return handlesCreated - handlesDestroyed;
    }

    /**
     * Memory that those handles take: a context each, and a translation entry for each page that they have room for.
     *
     * @return bytes.
     */
    public long bytesHeld() {
        return bytesHeld;
    }

    /**
     * What making handles took when the device was attached.
     *
     * @return nanoseconds of virtual time.
     */
    public long startNanos() {
        return startNanos;
    }
}
