// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** Decides how many packets may be on their way to a host. It is handed the time, in nanoseconds. */
public interface CongestionControl {
    /** The time that an answer took was not measured. */
    long UNKNOWN = -1;

    /** Returns how many packets may be on their way. */
    int window();

    /** Returns the largest window. */
    int most();

    /** Notes that nothing was on its way, and packets will be from now on. */
    default void begin(final long now) {}

    /**
     * Notes that packets have arrived.
     *
     * @param delay from sending one of them, for the first time, until its answer came; or UNKNOWN.
     */
    void arrived(int packets, long delay, long now);

    /** Notes that packets wait for a larger window: it decides how many are on their way. */
    default void packetsWait() {}

    /** Notes that a packet was lost. */
    void lost(long now);
}
