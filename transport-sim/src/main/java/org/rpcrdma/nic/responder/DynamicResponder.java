// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketOrigin;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.link.Psn;
import org.rpcrdma.nic.transmit.Hardware;

/**
 * Serves one initiator of a {@link DynamicTarget}: holds the target's end of the connection at work. A packet of a
 * later connection, which its first PSN and the initiator's life show, ends the one before. If that one failed, or was
 * left in the middle of a message, a new end is made.
 */
final class DynamicResponder {
    private final DynamicTarget target;
    private final PacketPool packets;
    private final Link link;
    private final PacketOrigin initiator;
    private DynamicConnectionEnd end;
    /** The first number of the connection. */
    private long firstPsn;

    private int initiatorEpoch;

    /** Begins with the connection that a packet is of. */
    DynamicResponder(final DynamicTarget target, final Hardware hardware, final Packet packet) {
        this.target = target;
        packets = hardware.packets();
        link = hardware.link();
        initiator = packet.origin;
        initiatorEpoch = packet.originEpoch;
        firstPsn = packet.connectionPsn;
        end = target.open(initiator.sink, firstPsn);
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
        end.take(packet);
    }

    private void connect(final long connection, final boolean isSameLife) {
        firstPsn = connection;
        if (!isSameLife || !end.reconnect(connection)) {
            end.fail();
            end = target.open(initiator.sink, connection);
        }
    }

    /** Returns true if the initiator is gone; the connection has ended then. */
    boolean isForsaken() {
        final boolean isForsaken = link.find(initiator.gid, initiator.number) != initiator.sink;
        if (isForsaken) {
            end.fail();
        }
        return isForsaken;
    }

    long lastLanding() {
        return end.lastLanding();
    }

    /** Completes the Receives that it took with WR_FLUSH_ERR. */
    void flush() {
        end.fail();
    }

    /** Forgets the Receives that it took. */
    void drop() {
        end.drop();
    }
}
