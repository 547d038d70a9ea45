// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.roce.Field;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;

/** Reads a REQ from a datagram. Fields that contradict the datagram's source are rejected. */
record RequestMessage(DirectBuffer buffer, int offset) {
    /** The result of {@link #check} for a valid request. */
    static final int FINE = 0;
    /** The result of {@link #check} for a malformed request, which is not answered. */
    static final int MALFORMED = -1;

    private static final int FIRST_QUEUE_PAIR = 2;
    private static final int LONGEST_MTU = 5;

    /**
     * Checks the request.
     *
     * @param source the port that sent the datagram.
     * @param own    the port that received the datagram.
     * @param mtu    the maximum payload of a packet at the receiving port, in bytes.
     * @return FINE, MALFORMED or the reason for a rejection.
     */
    int check(final Gid source, final Gid own, final int mtu) {
        if (queuePair() < FIRST_QUEUE_PAIR || !source.equals(localGid())) {
            return MALFORMED;
        }
        if (get(ManagementLayout.REQUEST_TRANSPORT) != 0 || get(ManagementLayout.REQUEST_EXTENDED_TRANSPORT) != 0) {
            return RejectReason.INVALID_TRANSPORT;
        }
        if (!own.equals(remoteGid())) {
            return RejectReason.INVALID_GID;
        }
        final int code = get(ManagementLayout.REQUEST_MTU);
        if (code < 1 || code > LONGEST_MTU || ManagementLayout.mtu(code) > mtu) {
            return RejectReason.INVALID_MTU;
        }
        if ((getLong(ManagementLayout.REQUEST_SERVICE_ID) & ~0xffffL) != ManagementLayout.IP_TCP_SERVICE) {
            return ConnectionMessage.INVALID_SERVICE_ID;
        }
        final boolean isOfPartition =
                (get(ManagementLayout.REQUEST_PARTITION_KEY) & RocePacket.PARTITION) == RocePacket.PARTITION;
        return isOfPartition && isIpHeaderOf(source, own) ? FINE : RejectReason.UNSUPPORTED_REQUEST;
    }

    private boolean isIpHeaderOf(final Gid source, final Gid own) {
        return get(ManagementLayout.IP_SERVICE_VERSION) == 0
                && get(ManagementLayout.IP_VERSION) == GidAddress.ipVersion(source)
                && getLong(ManagementLayout.IP_SOURCE_PREFIX) == source.subnetPrefix()
                && getLong(ManagementLayout.IP_SOURCE) == GidAddress.lowHalf(source)
                && getLong(ManagementLayout.IP_DESTINATION_PREFIX) == own.subnetPrefix()
                && getLong(ManagementLayout.IP_DESTINATION) == GidAddress.lowHalf(own);
    }

    private Gid localGid() {
        return new Gid(getLong(ManagementLayout.REQUEST_LOCAL_GID_PREFIX), getLong(ManagementLayout.REQUEST_LOCAL_GID));
    }

    private Gid remoteGid() {
        return new Gid(
                getLong(ManagementLayout.REQUEST_REMOTE_GID_PREFIX), getLong(ManagementLayout.REQUEST_REMOTE_GID));
    }

    long transaction() {
        return getLong(ManagementLayout.TRANSACTION);
    }

    int id() {
        return get(ManagementLayout.LOCAL_ID);
    }

    int startingPsn() {
        return get(ManagementLayout.REQUEST_PSN);
    }

    int queuePair() {
        return get(ManagementLayout.REQUEST_QUEUE_PAIR);
    }

    /** Returns the addresses as seen from the listening side. */
    Addresses addresses() {
        return new Addresses(
                new InetSocketAddress(GidAddress.of(localGid()), get(ManagementLayout.IP_PORT)),
                new InetSocketAddress(
                        GidAddress.of(remoteGid()), (int) getLong(ManagementLayout.REQUEST_SERVICE_ID) & 0xffff));
    }

    Offer offer(final PacketSink queuePair) {
        return new Offer(
                queuePair,
                ManagementLayout.mtu(get(ManagementLayout.REQUEST_MTU)),
                startingPsn(),
                get(ManagementLayout.REQUEST_FLOW_LABEL),
                new ConnectionParameters(
                        ManagementLayout.IP_PRIVATE_DATA.get(buffer, offset),
                        get(ManagementLayout.REQUEST_RESPONDER_RESOURCES),
                        get(ManagementLayout.REQUEST_INITIATOR_DEPTH),
                        get(ManagementLayout.REQUEST_RETRIES),
                        get(ManagementLayout.REQUEST_RNR_RETRIES)));
    }

    private int get(final Field field) {
        return field.get(buffer, offset);
    }

    private long getLong(final Field field) {
        return field.getLong(buffer, offset);
    }
}
