// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;
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

    private final int id;
    private Direction first;
    private Direction second;
    private Direction client;
    private boolean clientKnown;
    /** Communication ids of its connection request and reply, 0 if the capture does not show them. */
    private int clientCommunication;

    private int serverCommunication;
    /** True if a disconnect request passed. */
    private boolean closed;

    ObservedConnection(final int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    void add(final Direction direction) {
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

    /** Returns true if both directions are in the capture, and nothing of them is missing. */
    boolean isGapless() {
        return second != null && first.isGapless() && second.isGapless();
    }

    /** Returns true if something is missing that nobody will repeat. */
    boolean isDamaged() {
        return second == null || first.isDamaged() || second.isDamaged();
    }

    void established(final Direction byClient, final int clientId, final int serverId) {
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
            final DirectBuffer buffer,
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
