// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.link.LinkCounters;

/**
 * Live counters of the faults that a {@link FaultPlan} and {@link Faults} have injected. The sending device counts each
 * fault, with one exception: if a packet arrives while the receiver's link is down, the receiver counts it. Confined to
 * the device's thread.
 */
public final class FaultStatistics {
    private final LinkCounters counters;

    FaultStatistics(final LinkCounters counters) {
        this.counters = counters;
    }

    /**
     * Returns the number of packets lost.
     *
     * @return a non-negative number.
     */
    public long lost() {
        return counters.lost;
    }

    /**
     * Returns the number of packets duplicated.
     *
     * @return a non-negative number.
     */
    public long duplicated() {
        return counters.duplicated;
    }

    /**
     * Returns the number of packets and duplicates that were delayed so that other packets could overtake them.
     *
     * @return a non-negative number.
     */
    public long reordered() {
        return counters.reordered;
    }

    /**
     * Returns the number of packets with an inverted payload byte.
     *
     * @return a non-negative number.
     */
    public long corrupted() {
        return counters.corrupted;
    }

    /**
     * Returns the number of packets dropped, in either direction, because the device's link was down.
     *
     * @return a non-negative number.
     */
    public long linkDown() {
        return counters.linkDown;
    }

    /**
     * Returns the number of packets dropped because their payload exceeded the receiver's MTU.
     *
     * @return a non-negative number.
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
