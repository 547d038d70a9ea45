// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.endpoint;

import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketOrigin;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.link.Psn;

/**
 * What a {@link DynamicTarget} has for one initiator: a hidden queue pair, the other end of the initiator's connection at
 * work. A packet of a later connection, as its first number and the initiator's life tell, ends the one before; where
 * that one failed, or was left in the middle of a message, the queue pair is made anew.
 */
final class DynamicResponder {
    private final SimulatedQueuePair target;
    private final PacketPool packets;
    private final PacketOrigin initiator;
    private SimulatedQueuePair queuePair;
    /** The first number of the connection. */
    private long firstPsn;

    private int initiatorEpoch;

    /** Made for the connection that a packet is of. */
    DynamicResponder(final SimulatedQueuePair target, final PacketPool packets, final Packet packet) {
        this.target = target;
        this.packets = packets;
        initiator = packet.origin;
        initiatorEpoch = packet.originEpoch;
        firstPsn = packet.connectionPsn;
        queuePair = new SimulatedQueuePair(target, initiator.sink, firstPsn);
    }

    /** Takes a packet, unless it is of an earlier connection. */
    void request(final Packet packet) {
        final long connection = Psn.near(packet.connectionPsn, firstPsn);
        final boolean isSameLife = packet.originEpoch == initiatorEpoch;
        if (packet.originEpoch < initiatorEpoch || isSameLife && connection < firstPsn) {
            packets.give(packet);
            return;
        }
        if (!isSameLife || connection > firstPsn) {
            connect(connection, isSameLife);
            initiatorEpoch = packet.originEpoch;
        }
        queuePair.take(packet);
    }

    private void connect(final long connection, final boolean isSameLife) {
        firstPsn = connection;
        if (!isSameLife || !queuePair.reconnect(connection)) {
            queuePair.fail();
            queuePair = new SimulatedQueuePair(target, initiator.sink, connection);
        }
    }

    /** Whether no initiator is there any more; the connection has ended then. */
    boolean isForsaken() {
        final boolean isForsaken = target.link().find(initiator.gid, initiator.number) != initiator.sink;
        if (isForsaken) {
            queuePair.fail();
        }
        return isForsaken;
    }

    long lastLanding() {
        return queuePair.lastLanding();
    }

    /** Completes the Receives that it took with WR_FLUSH_ERR. */
    void flush() {
        queuePair.fail();
    }

    /** Forgets the Receives that it took. */
    void drop() {
        queuePair.drop();
    }
}
