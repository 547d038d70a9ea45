// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

/** A link on which faults happen on demand and by chance. */
public interface DisturbedLink extends Link {
    /** Returns the faults of the packets that are sent. */
    PacketFaults faults();

    /** Returns its state: up or down. */
    LinkState state();

    /** Returns how many packets a call of the system takes at most, or 0 if it is not called. */
    default int packetsACall() {
        return 0;
    }

    /** Returns the counts of packets. */
    LinkCounters counters();
}
