// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** A connection: its two directions, and which of them is the client's. */
final class ObservedConnection {
    /**
     * Numbers of programs that are chosen as they are needed (RFC 5531, section 14.2), as those of NFSv4 callbacks are.
     */
    private static final int FIRST_TRANSIENT = 0x4000_0000;

    private static final int LAST_TRANSIENT = 0x5fff_ffff;

    /** As many packets behind one that came out of order, the order of the two directions is not believed. */
    private static final int MOST_IN_ORDER = 4096;

    private static final int NONE = -1;

    /** Tells which connection was seen first. */
    private final int serial;

    private final Emitter emitter;
    /** Its number, or NONE until anything of it is delivered. */
    private int id = NONE;

    private final Wholeness wholeness = new Wholeness();
    private final PathMtu mtu = new PathMtu();
    private final ConnectionOrder order;
    private final Consumer<ObservedConnection> unpaired;
    private Direction first;
    private Direction second;
    private Direction client;
    private boolean clientKnown;
    /** Communication ids of its connection request and reply, 0 if the capture does not show them. */
    private int clientCommunication;

    private int serverCommunication;
    /** True if a disconnect request passed. */
    private boolean closed;
    /** True if nothing tells that its directions belong together. */
    private boolean guessed;
    /** Packets since the last one that came out of order. */
    private int inOrder = MOST_IN_ORDER;

    /**
     * Begins without directions.
     *
     * @param serial  counts connections.
     * @param emitter takes its messages.
     * @param unpaired is told if its set-up does not come, and its second direction is not known.
     */
    ObservedConnection(final int serial, final Emitter emitter, final Consumer<ObservedConnection> unpaired) {
        this.serial = serial;
        this.emitter = emitter;
        this.unpaired = unpaired;
        order = new ConnectionOrder(this, emitter);
    }

    /** Takes a packet of one of its directions, in the order of the capture. */
    void onPacket(final CapturedPacket packet, final Direction from) {
        inOrder += inOrder < MOST_IN_ORDER ? 1 : 0;
        order.onPacket(packet, from);
    }

    /** Holds its packets for a while: the request and the reply that set it up may come behind them. */
    void awaitSetUp() {
        order.awaitSetUp();
    }

    /** Returns true if its packets are still held, as its set-up may come. */
    boolean isAwaitingSetUp() {
        return order.isAwaitingSetUp();
    }

    /** Its set-up has come: delivers what was held. */
    void begin() {
        order.begin();
    }

    /** Returns true if its directions, as far as they were seen, are those of two endpoints; null stands for any. */
    boolean isOf(final Endpoints one, final Endpoints other) {
        return isOneOf(first, one, other) && (second == null || isOneOf(second, one, other));
    }

    private static boolean isOneOf(final Direction direction, final Endpoints one, final Endpoints other) {
        return direction.endpoints().equals(one)
                || other == null
                || direction.endpoints().equals(other);
    }

    /** Returns its number: the first connection of which anything is delivered has 0. */
    int id() {
        if (id == NONE) {
            id = emitter.counts.connections++;
        }
        return id;
    }

    int serial() {
        return serial;
    }

    /** Its set-up has not come. */
    void setUpIsMissing() {
        if (second == null) {
            unpaired.accept(this);
        }
    }

    /** Returns true if another connection is to become a part of this, and not this a part of it. */
    boolean isBefore(final ObservedConnection other) {
        return (id == NONE) == (other.id == NONE) ? serial < other.serial : id != NONE;
    }

    /** Takes over another connection's only direction, and its packets that are held: that one is no connection. */
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

    /** Returns true if it is a part of another connection now. */
    boolean isAbsorbed() {
        return first == null;
    }

    /** Notes that its directions may not belong together. */
    void guess() {
        guessed = true;
    }

    /** Takes a packet of a direction that may be the other's partner, or not. */
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

    /** Returns the other direction, or null if nothing of it was seen. */
    Direction second() {
        return second;
    }

    /** Returns the other direction, or null if nothing of it was seen. */
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

    /** Learns the path's MTU from a packet, and what is missing behind earlier READs. */
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

    /** Notes that a packet came out of order. */
    void reordered() {
        inOrder = 0;
    }

    /** Notes that a sender repeated packets: it had gone back, which looks like another order at first. */
    void repeated() {
        inOrder = MOST_IN_ORDER;
    }

    /** Returns true if packets came out of order lately, so that nothing follows from the order of both directions. */
    boolean isReordered() {
        return inOrder < MOST_IN_ORDER;
    }

    /** Notes its set-up, in front of all that is delivered: the client's direction becomes the first. */
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

    /** Returns true if a connection reply repeats the reply that established this. */
    boolean isEstablishedBy(final int clientId, final int serverId) {
        return clientKnown && !closed && clientCommunication == clientId && serverCommunication == serverId;
    }

    void close() {
        closed = true;
    }

    /** Delivers what waits. */
    void deliver() {
        order.release(Long.MAX_VALUE);
    }

    /** Delivers what waits, and sums up: nothing more travels on it. */
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
     * Learns from a Send which end is the client: the one that sends calls, but for those of a callback program. A
     * reply alone may be one in the reverse direction: a call that comes later says more.
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

    /** Returns true if a client chose a program's number for calls back to it. */
    private static boolean isCallback(final int program) {
        return program >= FIRST_TRANSIENT && program <= LAST_TRANSIENT;
    }

    /** Learns that an end is the client, or is not: only servers send RDMA READs and WRITEs. */
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
