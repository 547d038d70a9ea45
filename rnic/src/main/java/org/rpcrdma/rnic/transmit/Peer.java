// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The remote end of a queue pair until the queue pair is reset. It finds the peer, creates packets for the peer,
 * recognizes the peer's packets, and stores the peer's rights.
 */
public final class Peer {
    private final PacketPool packets;
    private final Link link;
    private final PacketOrigin self;
    private final QueuePairParameters parameters;
    /** The epoch of the local queue pair, which each reset increments. */
    private final int epoch;

    private final QueuePairType transport;
    /** True if the queue pair may have many peers. */
    private final boolean hasMany;

    private PacketSink sink;
    /** The origin of packets that are known to come from the peer. */
    private PacketOrigin origin;
    /** The epoch of the peer in the most recent packet. */
    private int lastEpoch;

    private int rights;

    /**
     * Creates a peer that the queue pair's parameters identify.
     *
     * @param epoch the number of this life of the queue pair.
     */
    Peer(
            final PacketPool packets,
            final Link link,
            final PacketOrigin self,
            final int epoch,
            final QueuePairParameters parameters) {
        this.packets = packets;
        this.link = link;
        this.self = self;
        this.epoch = epoch;
        this.parameters = parameters;
        transport = self.type;
        hasMany = transport == QueuePairType.UD;
    }

    /** Connects to a queue pair, regardless of the parameters. If it is null, the parameters identify the peer. */
    public void connect(final PacketSink other) {
        sink = other;
        origin = null;
    }

    /**
     * Returns the queue pair at the other end. Returns null if there are many peers, or if no queue pair has the peer's
     * number.
     */
    public PacketSink queuePair() {
        return hasMany ? null : sink();
    }

    /** Grants the peer the rights in the given access flags. */
    public void allow(final int accessFlags) {
        rights = accessFlags;
    }

    /** Returns true if the peer has the given right. */
    public boolean may(final int right) {
        return (rights & right) == right;
    }

    /** Creates a request for the peer's current epoch. */
    public Packet newRequest(final byte kind, final long psn) {
        final Packet packet = packets.take();
        packet.begin(kind, transport, self, epoch, sink(), psn);
        return packet;
    }

    /** Creates an answer for the epoch in the peer's most recent packet. */
    public Packet newAnswer(final byte kind, final long psn, final int messageSequence) {
        final Packet packet = newRequest(kind, psn);
        packet.epoch = lastEpoch;
        packet.messageSequence = messageSequence;
        return packet;
    }

    /** Sends a packet. Returns its time of arrival, in ns, unless the packet is lost or delayed. */
    public long send(final Packet packet) {
        return link.send(packet);
    }

    /** Sends a packet without payload ahead of queued packets. It arrives no earlier than the given time. */
    public void sendAhead(final Packet packet, final long notBefore) {
        link.sendAhead(packet, notBefore);
    }

    /** Returns a packet to the pool. */
    public void drop(final Packet packet) {
        packets.give(packet);
    }

    /** Returns the link to the peer. */
    public Link link() {
        return link;
    }

    /**
     * Returns true if a packet is meant for the current epoch, comes from the peer, and does not belong to an outdated
     * epoch of the peer.
     */
    public boolean sent(final Packet packet) {
        if (packet.epoch != epoch || packet.transport != transport) {
            return false;
        }
        if (hasMany) {
            return true;
        }
        if (!isOrigin(packet.origin) || packet.originEpoch < lastEpoch) {
            return false;
        }
        lastEpoch = packet.originEpoch;
        return true;
    }

    /**
     * Returns true if an origin belongs to the peer. A match is cached, so later packets do not need the full check.
     */
    private boolean isOrigin(final PacketOrigin from) {
        if (from != origin) {
            if (from.sink != sink()) {
                return false;
            }
            origin = from;
        }
        return true;
    }

    /** Returns true if a packet that is known to come from the peer has arrived. */
    public boolean hasBeenHeard() {
        return origin != null;
    }

    /** Returns the peer's queue pair, or null if no queue pair has that number yet. */
    private PacketSink sink() {
        if (sink == null && parameters.addressVector() != null) {
            sink = link.find(
                    parameters.addressVector().destination(), parameters.get(QueuePairParameter.DESTINATION_NUMBER));
        }
        return sink;
    }
}
