// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;

/**
 * Records events of endpoints. If no recording is running, an event allocates nothing. Its only cost is a test of a
 * constant, and the compiler removes this test.
 */
public final class TransportEvents {
    private static final TransportEvent.ConnectionBegin BEGIN = new TransportEvent.ConnectionBegin();
    private static final TransportEvent.ConnectionEnd END = new TransportEvent.ConnectionEnd();
    private static final TransportEvent.ServerCall SERVER_CALL = new TransportEvent.ServerCall();
    private static final TransportEvent.ClientCall CLIENT_CALL = new TransportEvent.ClientCall();
    private static final TransportEvent.Retransmission RETRANSMISSION = new TransportEvent.Retransmission();

    private TransportEvents() {}

    public static void connectionBegin(final boolean isServer, final long connection, final InetSocketAddress peer) {
        if (BEGIN.isEnabled()) {
            commit(new TransportEvent.ConnectionBegin(), isServer, connection, peer);
        }
    }

    public static void connectionEnd(
            final boolean isServer, final long connection, final InetSocketAddress peer, final String reason) {
        if (END.isEnabled()) {
            final TransportEvent.ConnectionEnd event = new TransportEvent.ConnectionEnd();
            event.reason = reason;
            commit(event, isServer, connection, peer);
        }
    }

    private static void commit(
            final TransportEvent.OfConnection event,
            final boolean isServer,
            final long connection,
            final InetSocketAddress peer) {
        event.isServer = isServer;
        event.connection = connection;
        event.peer = String.valueOf(peer);
        event.commit();
    }

    public static void retransmission(final InetSocketAddress peer, final int xid, final int tries) {
        if (RETRANSMISSION.isEnabled()) {
            final TransportEvent.Retransmission event = new TransportEvent.Retransmission();
            event.peer = String.valueOf(peer);
            event.xid = xid;
            event.tries = tries;
            event.commit();
        }
    }

    /** Begins the event of a call that has arrived. Returns null if no recording is running. */
    public static TransportEvent.OfCall beginServerCall(final DirectBuffer message) {
        if (!SERVER_CALL.isEnabled()) {
            return null;
        }
        final TransportEvent.ServerCall event = new TransportEvent.ServerCall();
        event.messageLength = message.capacity();
        event.xid = message.capacity() < Integer.BYTES ? 0 : message.getInt(0, BIG_ENDIAN);
        event.begin();
        return event;
    }

    public static void endServerCall(
            final TransportEvent.OfCall call,
            final long connection,
            final InetSocketAddress peer,
            final int replyLength,
            final String outcome) {
        final TransportEvent.ServerCall event = (TransportEvent.ServerCall) call;
        event.connection = connection;
        event.replyLength = replyLength;
        end(event, peer, outcome);
    }

    /** Begins the event of a call that is being sent for the first time. Returns null if no recording is running. */
    public static TransportEvent.OfCall beginClientCall(final int messageLength) {
        if (!CLIENT_CALL.isEnabled()) {
            return null;
        }
        final TransportEvent.ClientCall event = new TransportEvent.ClientCall();
        event.messageLength = messageLength;
        event.begin();
        return event;
    }

    public static void endClientCall(
            final TransportEvent.OfCall call,
            final InetSocketAddress peer,
            final int xid,
            final int tries,
            final String outcome) {
        final TransportEvent.ClientCall event = (TransportEvent.ClientCall) call;
        event.xid = xid;
        event.tries = tries;
        end(event, peer, outcome);
    }

    private static void end(final TransportEvent.OfCall event, final InetSocketAddress peer, final String outcome) {
        event.peer = String.valueOf(peer);
        event.outcome = outcome;
        event.commit();
    }
}
