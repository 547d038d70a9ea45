/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import java.util.Set;
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
        return (sender == null || sender == packet.origin)
                && (kinds.isEmpty() || kinds.stream().anyMatch(kind -> kind.is(packet.kind)));
    }
}
