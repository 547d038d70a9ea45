// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.InetSocketAddress;
import java.util.List;
import org.agrona.DirectBuffer;
import org.rpcrdma.verbs.jvm.RecordedEvents;

/**
 * Records events of endpoints. If no recording is running, an event allocates nothing. Its only cost is the test
 * whether the recorder has started.
 */
public final class TransportEvents {
    private static final RecordedEvents EVENTS = new RecordedEvents(List.of(
            TransportEvent.ConnectionBegin.class,
            TransportEvent.ConnectionEnd.class,
            TransportEvent.ServerCall.class,
            TransportEvent.ClientCall.class,
            TransportEvent.Retransmission.class));

    /** Contains the events with which an endpoint checks if a recording is active. */
    private static final class Samples {
        static final TransportEvent.ConnectionBegin BEGIN = new TransportEvent.ConnectionBegin();
        static final TransportEvent.ConnectionEnd END = new TransportEvent.ConnectionEnd();
        static final TransportEvent.ServerCall SERVER_CALL = new TransportEvent.ServerCall();
        static final TransportEvent.ClientCall CLIENT_CALL = new TransportEvent.ClientCall();
        static final TransportEvent.Retransmission RETRANSMISSION = new TransportEvent.Retransmission();
    }

    private TransportEvents() {}

    public static void connectionBegin(final boolean isServer, final long connection, final InetSocketAddress peer) {
        if (EVENTS.register() && Samples.BEGIN.isEnabled()) {
            commit(new TransportEvent.ConnectionBegin(), isServer, connection, peer);
        }
    }

    public static void connectionEnd(
            final boolean isServer, final long connection, final InetSocketAddress peer, final String reason) {
        if (EVENTS.register() && Samples.END.isEnabled()) {
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
        if (EVENTS.register() && Samples.RETRANSMISSION.isEnabled()) {
            final TransportEvent.Retransmission event = new TransportEvent.Retransmission();
            event.peer = String.valueOf(peer);
            event.xid = xid;
            event.tries = tries;
            event.commit();
        }
    }

    /** Begins the event of a call that has arrived. Returns null if no recording is running. */
    public static TransportEvent.OfCall beginServerCall(final DirectBuffer message) {
        if (!EVENTS.register() || !Samples.SERVER_CALL.isEnabled()) {
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
        if (!EVENTS.register() || !Samples.CLIENT_CALL.isEnabled()) {
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
