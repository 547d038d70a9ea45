// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * The chances of faults of packets.
 *
 * @param loss        the chance of a packet to be lost, 0 to 1.
 * @param duplication the chance of a packet to arrive twice, 0 to 1.
 * @param reordering  the chance of a packet to arrive late, 0 to 1.
 * @param maxDelay    how late at most, in nanoseconds.
 */
public record PacketRisks(double loss, double duplication, double reordering, long maxDelay) {
    /** Nothing happens. */
    static final PacketRisks NONE = new PacketRisks(0, 0, 0, 1);

    /** Returns true if something can happen. */
    boolean exist() {
        return loss > 0 || duplication > 0 || reordering > 0;
    }
}
