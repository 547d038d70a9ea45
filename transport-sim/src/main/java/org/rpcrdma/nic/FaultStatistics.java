// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.link.LinkCounters;

/**
 * What happened to a device's packets, by a {@link FaultPlan} and by {@link Faults}. Live, and counted at the device that
 * sent the packet, but for those that arrived while its own link was down. Belongs to the simulation's thread.
 */
public final class FaultStatistics {
    private final LinkCounters counters;

    FaultStatistics(final LinkCounters counters) {
        this.counters = counters;
    }

    /**
     * Packets that got lost.
     *
     * @return their number, 0 or more.
     */
    public long lost() {
        return counters.lost;
    }

    /**
     * Packets that arrived twice.
     *
     * @return their number, 0 or more.
     */
    public long duplicated() {
        return counters.duplicated;
    }

    /**
     * Packets, and twins of such, that were delayed so that others could overtake them.
     *
     * @return their number, 0 or more.
     */
    public long reordered() {
        return counters.reordered;
    }

    /**
     * Packets of whose payload a byte was changed.
     *
     * @return their number, 0 or more.
     */
    public long corrupted() {
        return counters.corrupted;
    }

    /**
     * Packets that were dropped because the device's link was down, when it sent them or when they arrived.
     *
     * @return their number, 0 or more.
     */
    public long linkDown() {
        return counters.linkDown;
    }

    /**
     * Packets that were dropped because their payload was longer than the receiver's MTU.
     *
     * @return their number, 0 or more.
     */
    public long tooLong() {
        return counters.tooLong;
    }

    @Override
    public String toString() {
        return "lost=" + counters.lost + " duplicated=" + counters.duplicated + " reordered=" + counters.reordered
                + " corrupted=" + counters.corrupted + " linkDown=" + counters.linkDown + " tooLong="
                + counters.tooLong;
    }
}
