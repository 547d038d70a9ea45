// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** Determines the maximum number of packets in flight to a host. Callers pass the time, in nanoseconds. */
public interface CongestionControl {
    /** The time that an answer took was not measured. */
    long UNKNOWN = -1;

    /** Returns the maximum number of packets in flight. */
    int window();

    /** Returns the largest window. */
    int most();

    /** Notes that no packet was in flight, and that sending resumes now. */
    default void begin(final long now) {}

    /**
     * Notes that packets have arrived.
     *
     * @param delay from sending one of them, for the first time, until its answer came; or UNKNOWN.
     */
    void arrived(int packets, long delay, long now);

    /** Notes that packets wait for a larger window, so that the window limits sending. */
    default void packetsWait() {}

    /** Notes that a packet was lost. */
    void lost(long now);
}
