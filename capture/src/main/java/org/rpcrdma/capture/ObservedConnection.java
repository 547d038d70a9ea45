// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** A connection in a capture. It consists of two directions, of which either may be the client's. */
final class ObservedConnection {
    /** The first transient program number (RFC 5531, section 14.2). NFSv4 callbacks use transient numbers. */
    private static final int FIRST_TRANSIENT = 0x4000_0000;

    private static final int LAST_TRANSIENT = 0x5fff_ffff;

    /**
     * The number of packets, counted from the last packet that was out of order, for which the order of the two
     * directions is considered unreliable.
     */
    private static final int MOST_IN_ORDER = 4096;

    private static final int NONE = -1;

    /** The connection's position in the order in which connections were first seen. */
    private final int serial;

    private final Emitter emitter;
    /** The connection's number; NONE until the first packet has been delivered. */
    private int id = NONE;

    private final Wholeness wholeness = new Wholeness();
    private final PathMtu mtu = new PathMtu();
    private final ConnectionOrder order;
    private final Consumer<ObservedConnection> unpaired;
    private Direction first;
    private Direction second;
    private Direction client;
    private boolean clientKnown;
    /** The communication ids in the connection request and reply; 0 if the request and reply were not captured. */
    private int clientCommunication;

    private int serverCommunication;
    /** True if a disconnect request was captured. */
    private boolean closed;
    /** True if there is no evidence that the two directions belong together. */
    private boolean guessed;
    /** The number of packets since the last packet that was out of order. */
    private int inOrder = MOST_IN_ORDER;

    /**
     * Creates a connection without directions.
     *
     * @param serial   the connection's serial number.
     * @param emitter  receives the connection's messages.
     * @param unpaired called if the set-up has not arrived in time and the second direction is unknown.
     */
    ObservedConnection(final int serial, final Emitter emitter, final Consumer<ObservedConnection> unpaired) {
        this.serial = serial;
        this.emitter = emitter;
        this.unpaired = unpaired;
        order = new ConnectionOrder(this, emitter);
    }

    /** Processes a packet of one of the two directions. Packets must be passed in capture order. */
    void onPacket(final CapturedPacket packet, final Direction from) {
        inOrder += inOrder < MOST_IN_ORDER ? 1 : 0;
        order.onPacket(packet, from);
    }

    /** Starts to hold packets for a limited time, because the connection request and reply may still arrive. */
    void awaitSetUp() {
        order.awaitSetUp();
    }

    /** Returns true if packets are still being held because the set-up may arrive. */
    boolean isAwaitingSetUp() {
        return order.isAwaitingSetUp();
    }

    /** Delivers the held packets after the set-up has arrived. */
    void begin() {
        order.begin();
    }

    /** Returns true if the directions that are known have the given endpoints. A null endpoint matches any endpoint. */
    boolean isOf(final Endpoints one, final Endpoints other) {
        return isOneOf(first, one, other) && (second == null || isOneOf(second, one, other));
    }

    private static boolean isOneOf(final Direction direction, final Endpoints one, final Endpoints other) {
        return direction.endpoints().equals(one)
                || other == null
                || direction.endpoints().equals(other);
    }

    /**
     * Returns the connection's number. Numbers start at 0 and follow the order in which connections deliver their first
     * packets.
     */
    int id() {
        if (id == NONE) {
            id = emitter.counts.connections++;
        }
        return id;
    }

    int serial() {
        return serial;
    }

    /** Called if the set-up has not arrived in time. */
    void setUpIsMissing() {
        if (second == null) {
            unpaired.accept(this);
        }
    }

    /**
     * Returns true if the other connection must be merged into this connection. Otherwise, this connection must be
     * merged into the other one.
     */
    boolean isBefore(final ObservedConnection other) {
        return (id == NONE) == (other.id == NONE) ? serial < other.serial : id != NONE;
    }

    /**
     * Takes over the packets of another connection, which must have only one direction. The other connection no longer
     * exists after the call.
     */
    void absorb(final ObservedConnection other) {
        final Direction direction = other.first;
        if (other.id != NONE) {
            other.order.release(Long.MAX_VALUE);
            emitter.parted(other);
        }
        other.first = null;
        direction.moveTo(this);
        add(direction);
        if (mtu.absorb(other.mtu)) {
            findGaps();
        }
        learnFrom(other, direction);
        order.takeOver(other.order);
    }

    private void learnFrom(final ObservedConnection other, final Direction direction) {
        if (other.clientKnown && !clientKnown) {
            clientKnown = true;
            client = other.client;
            clientCommunication = other.clientCommunication;
            serverCommunication = other.serverCommunication;
        } else if (client == null) {
            client = direction;
        }
        closed |= other.closed;
    }

    /** Returns true if this connection was merged into another connection. */
    boolean isAbsorbed() {
        return first == null;
    }

    /** Records that the two directions have been paired by guessing. */
    void guess() {
        guessed = true;
    }

    /** Checks whether a packet confirms that a guessed partner is correct. */
    void confirm(final CapturedPacket packet, final Direction from) {
        if (guessed && peerOf(from) != null) {
            final Direction peer = peerOf(from);
            guessed = Opcodes.isResponse(packet.opcode)
                    ? !peer.sequence().isClose(packet.psn)
                    : !Opcodes.startsSend(packet.opcode) || !emitter.messages.isReplyTo(packet, peer.number);
        }
    }

    void add(final Direction direction) {
        wholeness.add(direction.missing());
        if (first == null) {
            first = direction;
            client = direction;
        } else {
            second = direction;
        }
    }

    /** Returns the direction that was seen first. */
    Direction first() {
        return first;
    }

    /** Returns the other direction, or null if no packet of that direction has been seen. */
    Direction second() {
        return second;
    }

    /** Returns the opposite direction, or null if no packet of that direction has been seen. */
    Direction peerOf(final Direction direction) {
        return direction == first ? second : first;
    }

    Direction client() {
        return client;
    }

    boolean isClientKnown() {
        return clientKnown;
    }

    Wholeness wholeness() {
        return wholeness;
    }

    PathMtu mtu() {
        return mtu;
    }

    /** Learns the path's MTU from a packet, and then determines which packets are missing after earlier READs. */
    void learnMtu(final CapturedPacket packet) {
        if (mtu.learn(packet)) {
            findGaps();
        }
    }

    private void findGaps() {
        first.findGaps();
        if (second != null) {
            second.findGaps();
        }
    }

    /** Records that a packet was out of order. */
    void reordered() {
        inOrder = 0;
    }

    /** Records that a sender repeated packets. These packets look as if they had been reordered. */
    void repeated() {
        inOrder = MOST_IN_ORDER;
    }

    /**
     * Returns true if packets were recently out of order. In this case, the order of the two directions is unreliable.
     */
    boolean isReordered() {
        return inOrder < MOST_IN_ORDER;
    }

    /** Records the set-up, before any packet has been delivered. The client's direction becomes the first direction. */
    void established(final Direction byClient, final int clientId, final int serverId) {
        if (byClient == second) {
            second = first;
            first = byClient;
            order.turnSides();
        }
        client = byClient;
        clientKnown = true;
        clientCommunication = clientId;
        serverCommunication = serverId;
    }

    /** Returns true if a connection reply repeats the reply that established this connection. */
    boolean isEstablishedBy(final int clientId, final int serverId) {
        return clientKnown && !closed && clientCommunication == clientId && serverCommunication == serverId;
    }

    void close() {
        closed = true;
    }

    /** Delivers all held packets. */
    void deliver() {
        order.release(Long.MAX_VALUE);
    }

    /** Delivers all held packets and reports a summary. Called when the connection has ended. */
    void end() {
        deliver();
        first.end();
        if (second != null) {
            second.end();
        }
        wholeness.end();
        emitter.counts.guessed += guessed && first.places.isAny() && second.places.isAny() ? 1 : 0;
        emitter.ended(this);
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Uses a Send to determine which side is the client. The client is the side that sends calls, except for calls to
     * callback programs. A reply alone is weak evidence, because it may answer a call in the reverse direction. A later
     * call therefore overrides it.
     */
    void learn(
            final Direction from,
            final RpcRdmaHeader header,
            final RpcMessage message,
            final UnsafeBuffer buffer,
            final int offset,
            final int length) {
        if (clientKnown || header.wrap(buffer, offset, length) != HeaderStatus.VALID) {
            return;
        }
        final int rpc = header.headerLength();
        if (header.procedure() == RpcRdmaHeader.RDMA_NOMSG) {
            learn(from, header.readSegmentCount() > 0);
        } else if (header.procedure() == RpcRdmaHeader.RDMA_MSG
                && message.wrap(buffer, offset + rpc, length - rpc) == HeaderStatus.VALID) {
            if (message.messageType() == RpcMessage.CALL) {
                learn(from, !isCallback(message.program()));
            } else {
                client = peerOf(from);
            }
        }
    }

    /**
     * Returns true if a program number belongs to a callback program. A client chooses the number of a callback
     * program, and the server calls the program.
     */
    private static boolean isCallback(final int program) {
        return program >= FIRST_TRANSIENT && program <= LAST_TRANSIENT;
    }

    /** Records whether a side is the client. Only servers send RDMA READs and WRITEs. */
    void learn(final Direction from, final boolean isClient) {
        if (clientKnown) {
            return;
        }
        final Direction found = isClient ? from : peerOf(from);
        if (found != null) {
            client = found;
            clientKnown = true;
        } else {
            client = null;
        }
    }
}
