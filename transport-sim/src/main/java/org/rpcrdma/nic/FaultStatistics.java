// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/**
 * What happened to a device's packets, by a {@link FaultPlan} and by {@link Faults}. Live, and counted at the device that
 * sent the packet, but for those that arrived while its own link was down. Belongs to the simulation's thread.
 */
public final class FaultStatistics {
    long lost;
    long duplicated;
    long reordered;
    long corrupted;
    long linkDown;
    long tooLong;

    FaultStatistics() {}

    /**
     * Packets that got lost.
     *
     * @return their number, 0 or more.
     */
    public long lost() {
        return lost;
    }

    /**
     * Packets that arrived twice.
     *
     * @return their number, 0 or more.
     */
    public long duplicated() {
        return duplicated;
    }

    /**
     * Packets, and twins of such, that were delayed so that others could overtake them.
     *
     * @return their number, 0 or more.
     */
    public long reordered() {
        return reordered;
    }

    /**
     * Packets of whose payload a byte was changed.
     *
     * @return their number, 0 or more.
     */
    public long corrupted() {
        return corrupted;
    }

    /**
     * Packets that were dropped because the device's link was down, when it sent them or when they arrived.
     *
     * @return their number, 0 or more.
     */
    public long linkDown() {
        return linkDown;
    }

    /**
     * Packets that were dropped because their payload was longer than the receiver's MTU.
     *
     * @return their number, 0 or more.
     */
    public long tooLong() {
        return tooLong;
    }

    @Override
    public String toString() {
        return "lost=" + lost + " duplicated=" + duplicated + " reordered=" + reordered + " corrupted=" + corrupted
                + " linkDown=" + linkDown + " tooLong=" + tooLong;
    }
}
