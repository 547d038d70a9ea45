// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.Set;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.verbs.QueuePair;

/**
 * Selects the packets that an on-demand fault counts. Immutable.
 *
 * @param kinds  kinds of packets; empty for all.
 * @param sender the queue pair that sends the packets, or null for all queue pairs of the device.
 */
public record PacketFilter(Set<PacketKind> kinds, QueuePair sender) {
    /** The filter that selects every packet. */
    public static final PacketFilter ANY = new PacketFilter(Set.of(), null);

    /**
     * Copies the kinds.
     *
     * @param kinds  kinds of packets; empty for all.
     * @param sender the queue pair that sends the packets, or null for all queue pairs of the device.
     */
    public PacketFilter {
        kinds = Set.copyOf(kinds);
    }

    /**
     * Returns a filter that selects packets of the given kinds.
     *
     * @param kinds the kinds to select, at least one.
     * @return a filter.
     */
    public static PacketFilter of(final PacketKind... kinds) {
        return new PacketFilter(Set.of(kinds), null);
    }

    /**
     * Returns a copy of this filter that selects only packets sent by the given queue pair.
     *
     * @param queuePair the sender of the packets.
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
