// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.link.LinkCounters;

/**
 * Counters of the faults that a {@link FaultPlan} and {@link Faults} made of a device's packets. They are live, and
 * count at the sender, except packets that arrive while the receiver's link is down. Belongs to the device's
 * thread.
 */
public final class FaultStatistics {
    private final LinkCounters counters;

    FaultStatistics(final LinkCounters counters) {
        this.counters = counters;
    }

    /**
     * Returns the packets that were lost.
     *
     * @return their number, 0 or more.
     */
    public long lost() {
        return counters.lost;
    }

    /**
     * Returns the packets that arrived twice.
     *
     * @return their number, 0 or more.
     */
    public long duplicated() {
        return counters.duplicated;
    }

    /**
     * Returns the packets and duplicates that were delayed so that others could overtake them.
     *
     * @return their number, 0 or more.
     */
    public long reordered() {
        return counters.reordered;
    }

    /**
     * Returns the packets in whose payload a byte was inverted.
     *
     * @return their number, 0 or more.
     */
    public long corrupted() {
        return counters.corrupted;
    }

    /**
     * Returns the packets that were dropped because the device's link was down, sent or arriving.
     *
     * @return their number, 0 or more.
     */
    public long linkDown() {
        return counters.linkDown;
    }

    /**
     * Returns the packets that were dropped because their payload exceeded the receiver's MTU.
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
