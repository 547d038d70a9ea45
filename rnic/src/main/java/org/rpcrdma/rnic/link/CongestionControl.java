// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** Determines the maximum number of packets in flight to a host. Callers pass the current time, in nanoseconds. */
public interface CongestionControl {
    /** The delay of an answer if it was not measured. */
    long UNKNOWN = -1;

    /** Returns the maximum number of packets in flight. */
    int window();

    /** Returns the maximum window. */
    int most();

    /** Called when sending resumes after no packet was in flight. */
    default void begin(final long now) {}

    /**
     * Called when packets have arrived.
     *
     * @param delay the time, in ns, between the first transmission of one of the packets and the arrival of its answer,
     *              or UNKNOWN.
     */
    void arrived(int packets, long delay, long now);

    /** Called when packets are waiting because the window limits sending. */
    default void packetsWait() {}

    /** Called when a packet was lost. */
    void lost(long now);
}
