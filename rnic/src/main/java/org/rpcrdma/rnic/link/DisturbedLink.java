// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import java.util.function.IntFunction;

/** A link on which faults happen on demand and by chance. */
public interface DisturbedLink extends Link {
    /** Lets the link hand packets to the device's queue pairs, which are found by their numbers. */
    void attach(IntFunction<PacketSink> queuePairs);

    /** Returns the faults of the packets that are sent. */
    PacketFaults faults();

    /** Returns its state: up or down. */
    LinkState state();

    /** Returns the counts of packets. */
    LinkCounters counters();
}
