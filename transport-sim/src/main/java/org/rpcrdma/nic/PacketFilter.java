// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.Set;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.verbs.QueuePair;

/**
 * Which of the packets that a device sends a fault on demand concerns. Immutable.
 *
 * @param kinds  their kinds; empty stands for all.
 * @param sender the queue pair that sends them, or null for all of the device's.
 */
public record PacketFilter(Set<PacketKind> kinds, QueuePair sender) {
    /** Every packet. */
    public static final PacketFilter ANY = new PacketFilter(Set.of(), null);

    /**
     * Copies the kinds.
     *
     * @param kinds  kinds of packets; empty stands for all.
     * @param sender the queue pair that sends them, or null for all of the device's.
     */
    public PacketFilter {
        kinds = Set.copyOf(kinds);
    }

    /**
     * Packets of some kinds.
     *
     * @param kinds one or more.
     * @return a filter.
     */
    public static PacketFilter of(final PacketKind... kinds) {
        return new PacketFilter(Set.of(kinds), null);
    }

    /**
     * Those of them that a queue pair sends.
     *
     * @param queuePair the sender.
     * @return a new filter.
     */
    public PacketFilter sentBy(final QueuePair queuePair) {
        return new PacketFilter(kinds, queuePair);
    }

    boolean matches(final Packet packet) {
        return (sender == null || sender == packet.origin.sink)
                && (kinds.isEmpty() || kinds.stream().anyMatch(kind -> kind.is(packet.kind)));
    }
}
