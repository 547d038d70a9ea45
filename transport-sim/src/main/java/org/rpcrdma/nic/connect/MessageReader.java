// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.connect;

import org.agrona.DirectBuffer;
import org.rpcrdma.mad.Field;
import org.rpcrdma.mad.ManagementLayout;
import org.rpcrdma.nic.config.ConnectionMessage;
import org.rpcrdma.nic.config.ConnectionMessage.Type;
import org.rpcrdma.nic.config.ConnectionPath;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;

/** Reads datagrams of connection management as the messages that listeners are notified of. */
final class MessageReader {
    private static final byte[] NOTHING = {};
    private static final int PORT_MASK = 0xffff;

    private final ConnectionListener listener;

    MessageReader(final ConnectionListener listener) {
        this.listener = listener;
    }

    /** Reports a datagram, if its message has a type: a MRA and those of the datagram service have none. */
    void report(
            final DirectBuffer datagram, final int offset, final Gid source, final Gid destination, final long time) {
        if (listener.isOn()) {
            final Type type = type(ManagementLayout.ATTRIBUTE.get(datagram, offset));
            if (type != null) {
                listener.connectionMessage(message(type, datagram, offset, source, destination, time));
            }
        }
    }

    private static Type type(final int attribute) {
        return switch (attribute) {
            case ManagementLayout.CONNECT_REQUEST -> Type.REQ;
            case ManagementLayout.CONNECT_REPLY -> Type.REP;
            case ManagementLayout.READY_TO_USE -> Type.RTU;
            case ManagementLayout.CONNECT_REJECT -> Type.REJ;
            case ManagementLayout.DISCONNECT_REQUEST -> Type.DREQ;
            case ManagementLayout.DISCONNECT_REPLY -> Type.DREP;
            default -> null;
        };
    }

    private static ConnectionMessage message(
            final Type type,
            final DirectBuffer datagram,
            final int offset,
            final Gid source,
            final Gid destination,
            final long time) {
        final boolean isRequest = type == Type.REQ;
        final long service = ManagementLayout.REQUEST_SERVICE_ID.getLong(datagram, offset);
        return new ConnectionMessage(
                type,
                time,
                source,
                destination,
                ManagementLayout.TRANSACTION.getLong(datagram, offset),
                ManagementLayout.LOCAL_ID.get(datagram, offset),
                isRequest ? 0 : ManagementLayout.REMOTE_ID.get(datagram, offset),
                queuePair(type, datagram, offset),
                isRequest ? ManagementLayout.IP_PORT.get(datagram, offset) : 0,
                isRequest ? (int) service & PORT_MASK : 0,
                parameters(type, datagram, offset),
                path(type, datagram, offset),
                type == Type.REJ ? ManagementLayout.REJECT_REASON.get(datagram, offset) : 0,
                privateData(type, datagram, offset));
    }

    private static int queuePair(final Type type, final DirectBuffer datagram, final int offset) {
        final Field field = switch (type) {
            case REQ -> ManagementLayout.REQUEST_QUEUE_PAIR;
            case REP -> ManagementLayout.REPLY_QUEUE_PAIR;
            case DREQ -> ManagementLayout.DISCONNECT_QUEUE_PAIR;
            default -> null;
        };
        return field == null ? 0 : field.get(datagram, offset);
    }

    private static ConnectionParameters parameters(final Type type, final DirectBuffer datagram, final int offset) {
        return switch (type) {
            case REQ ->
                new ConnectionParameters(
                        NOTHING,
                        ManagementLayout.REQUEST_RESPONDER_RESOURCES.get(datagram, offset),
                        ManagementLayout.REQUEST_INITIATOR_DEPTH.get(datagram, offset),
                        ManagementLayout.REQUEST_RETRIES.get(datagram, offset),
                        ManagementLayout.REQUEST_RNR_RETRIES.get(datagram, offset));
            case REP ->
                new ConnectionParameters(
                        NOTHING,
                        ManagementLayout.REPLY_RESPONDER_RESOURCES.get(datagram, offset),
                        ManagementLayout.REPLY_INITIATOR_DEPTH.get(datagram, offset),
                        0,
                        ManagementLayout.REPLY_RNR_RETRIES.get(datagram, offset));
            default -> null;
        };
    }

    private static ConnectionPath path(final Type type, final DirectBuffer datagram, final int offset) {
        return switch (type) {
            case REQ ->
                ConnectionPath.of(
                        ManagementLayout.REQUEST_PSN.get(datagram, offset),
                        ManagementLayout.REQUEST_FLOW_LABEL.get(datagram, offset),
                        ManagementLayout.REQUEST_ACK_TIMEOUT.get(datagram, offset));
            case REP ->
                new ConnectionPath(
                        ManagementLayout.REPLY_PSN.get(datagram, offset),
                        0,
                        0,
                        ManagementLayout.REPLY_ACK_DELAY.get(datagram, offset));
            default -> null;
        };
    }

    private static byte[] privateData(final Type type, final DirectBuffer datagram, final int offset) {
        return switch (type) {
            case REQ -> ManagementLayout.IP_PRIVATE_DATA.get(datagram, offset);
            case REP -> ManagementLayout.REPLY_PRIVATE_DATA.get(datagram, offset);
            case REJ -> ManagementLayout.REJECT_PRIVATE_DATA.get(datagram, offset);
            default -> NOTHING;
        };
    }
}
