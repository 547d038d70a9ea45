// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * The probabilities of packet faults.
 *
 * @param loss        the probability that a packet is lost, 0 to 1.
 * @param duplication the probability that a packet is duplicated, 0 to 1.
 * @param reordering  the probability that a packet is delayed, 0 to 1.
 * @param maxDelay    the maximum delay, in ns.
 */
public record PacketRisks(double loss, double duplication, double reordering, long maxDelay) {
    /** The risks on a link without faults. */
    static final PacketRisks NONE = new PacketRisks(0, 0, 0, 1);

    /** Returns true if any fault is possible. */
    boolean exist() {
        return loss > 0 || duplication > 0 || reordering > 0;
    }
}
