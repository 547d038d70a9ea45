// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetSocketAddress;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.rnic.roce.Field;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;

/** Writes connection-management datagrams of one port into a buffer. Each method writes a complete datagram. */
public final class MessageWriter {
    /** The code of the message to which an MRA or a REJ refers. */
    public static final int REQUEST = 0;

    public static final int REPLY = 1;

    private static final int DEFAULT_PARTITION = 0xffff;
    private static final int NO_LID = 0xffff;
    private static final int HOPS = 64;
    private static final int UNSUPPORTED_SERVICE = 1;
    /** The length, in bytes, of the GUID that a REJ adds to its reason. */
    private static final int GUID_LENGTH = 8;

    /** The length, in bytes, of the MTU that a REJ adds to its reason. */
    private static final int MTU_LENGTH = 1;

    private final Gid gid;
    private final long guid;
    private MutableDirectBuffer buffer;

    public MessageWriter(final Gid gid) {
        this.gid = gid;
        guid = GidAddress.isIpv4(gid) ? ManagementLayout.guid((int) gid.interfaceId()) : gid.interfaceId();
    }

    /** Sets the buffer for all subsequent datagrams. */
    public MessageWriter to(final MutableDirectBuffer target) {
        buffer = target;
        return this;
    }

    /**
     * Writes a REQ.
     *
     * @param offer the sender's offer.
     * @param from  the sender's address.
     * @param to    the address to which the request is sent.
     * @param path  the path of the connection's packets.
     * @param times the response time of each side, and the number of retransmissions per message.
     */
    public void request(
            final long transaction,
            final int id,
            final Offer offer,
            final InetSocketAddress from,
            final InetSocketAddress to,
            final ConnectionPath path,
            final MadTimes times) {
        begin(ManagementLayout.CONNECT_REQUEST, transaction, id, 0);
        final ConnectionParameters parameters = offer.parameters();
        final Gid peer = Gid.of(to.getAddress());
        set(ManagementLayout.REQUEST_SERVICE_ID, ManagementLayout.IP_TCP_SERVICE | to.getPort());
        set(ManagementLayout.REQUEST_GUID, guid);
        set(ManagementLayout.REQUEST_QUEUE_PAIR, offer.queuePair().number());
        set(ManagementLayout.REQUEST_RESPONDER_RESOURCES, parameters.responderResources());
        set(ManagementLayout.REQUEST_INITIATOR_DEPTH, parameters.initiatorDepth());
        set(ManagementLayout.REQUEST_REMOTE_TIMEOUT, times.timeoutCode());
        set(ManagementLayout.REQUEST_PSN, path.startingPsn());
        set(ManagementLayout.REQUEST_LOCAL_TIMEOUT, times.timeoutCode());
        set(ManagementLayout.REQUEST_RETRIES, parameters.retryCount());
        set(ManagementLayout.REQUEST_PARTITION_KEY, DEFAULT_PARTITION);
        set(ManagementLayout.REQUEST_MTU, ManagementLayout.mtuCode(offer.mtu()));
        set(ManagementLayout.REQUEST_RNR_RETRIES, parameters.rnrRetryCount());
        set(ManagementLayout.REQUEST_CM_RETRIES, times.retries());
        set(ManagementLayout.REQUEST_LOCAL_LID, NO_LID);
        set(ManagementLayout.REQUEST_REMOTE_LID, NO_LID);
        set(ManagementLayout.REQUEST_LOCAL_GID_PREFIX, gid.subnetPrefix());
        set(ManagementLayout.REQUEST_LOCAL_GID, gid.interfaceId());
        set(ManagementLayout.REQUEST_REMOTE_GID_PREFIX, peer.subnetPrefix());
        set(ManagementLayout.REQUEST_REMOTE_GID, peer.interfaceId());
        set(ManagementLayout.REQUEST_FLOW_LABEL, path.flowLabel());
        set(ManagementLayout.REQUEST_HOP_LIMIT, HOPS);
        set(ManagementLayout.REQUEST_ACK_TIMEOUT, path.ackTimeout());
        ipHeader(from.getPort(), peer);
        ManagementLayout.IP_PRIVATE_DATA.set(buffer, 0, parameters.privateData());
    }

    private void ipHeader(final int port, final Gid peer) {
        set(ManagementLayout.IP_VERSION, GidAddress.ipVersion(peer));
        set(ManagementLayout.IP_PORT, port);
        set(ManagementLayout.IP_SOURCE_PREFIX, gid.subnetPrefix());
        set(ManagementLayout.IP_SOURCE, GidAddress.lowHalf(gid));
        set(ManagementLayout.IP_DESTINATION_PREFIX, peer.subnetPrefix());
        set(ManagementLayout.IP_DESTINATION, GidAddress.lowHalf(peer));
    }

    /**
     * Writes a REP.
     *
     * @param granted the sender's parameters, within the peer's limits.
     */
    public void reply(
            final long transaction,
            final int id,
            final int peerId,
            final int queuePair,
            final ConnectionParameters granted,
            final ConnectionPath path) {
        begin(ManagementLayout.CONNECT_REPLY, transaction, id, peerId);
        set(ManagementLayout.REPLY_QUEUE_PAIR, queuePair);
        set(ManagementLayout.REPLY_PSN, path.startingPsn());
        set(ManagementLayout.REPLY_RESPONDER_RESOURCES, granted.responderResources());
        set(ManagementLayout.REPLY_INITIATOR_DEPTH, granted.initiatorDepth());
        set(ManagementLayout.REPLY_ACK_DELAY, path.ackDelay());
        set(ManagementLayout.REPLY_RNR_RETRIES, granted.rnrRetryCount());
        set(ManagementLayout.REPLY_GUID, guid);
        ManagementLayout.REPLY_PRIVATE_DATA.set(buffer, 0, granted.privateData());
    }

    /** Writes an RTU. */
    public void ready(final long transaction, final int id, final int peerId) {
        begin(ManagementLayout.READY_TO_USE, transaction, id, peerId);
    }

    /**
     * Writes a REJ.
     *
     * @param message {@link #REQUEST} or {@link #REPLY}: the message that is rejected, or that did not arrive in time.
     */
    public void reject(
            final long transaction,
            final int id,
            final int peerId,
            final int message,
            final int reason,
            final byte[] privateData) {
        begin(ManagementLayout.CONNECT_REJECT, transaction, id, peerId);
        set(ManagementLayout.REJECT_MESSAGE, message);
        set(ManagementLayout.REJECT_REASON, reason);
        ManagementLayout.REJECT_PRIVATE_DATA.set(buffer, 0, privateData);
        if (reason == RejectReason.TIMEOUT) {
            set(ManagementLayout.REJECT_INFORMATION_LENGTH, GUID_LENGTH);
            set(ManagementLayout.REJECT_GUID, guid);
        }
    }

    /** Extends a REJ with the MTU that the sender accepts. */
    public void addMtu(final int mtu) {
        set(ManagementLayout.REJECT_INFORMATION_LENGTH, MTU_LENGTH);
        set(ManagementLayout.REJECT_MTU, ManagementLayout.mtuCode(mtu));
    }

    /** Writes an MRA for a REQ, which announces that the answer may take up to the time with the given code. */
    public void receipt(final long transaction, final int id, final int peerId, final int serviceTime) {
        begin(ManagementLayout.MESSAGE_RECEIPT, transaction, id, peerId);
        set(ManagementLayout.RECEIPT_MESSAGE, REQUEST);
        set(ManagementLayout.RECEIPT_SERVICE_TIME, serviceTime);
    }

    /** Writes a DREQ. */
    public void disconnect(final long transaction, final int id, final int peerId, final int peerQueuePair) {
        begin(ManagementLayout.DISCONNECT_REQUEST, transaction, id, peerId);
        set(ManagementLayout.DISCONNECT_QUEUE_PAIR, peerQueuePair);
    }

    /** Writes a DREP. */
    public void disconnected(final long transaction, final int id, final int peerId) {
        begin(ManagementLayout.DISCONNECT_REPLY, transaction, id, peerId);
    }

    /** Writes a SIDR_REP, which reports that the datagram service does not exist. */
    public void noService(final long transaction, final int requestId, final long serviceId) {
        ManagementLayout.begin(buffer, 0, ManagementLayout.SERVICE_REPLY, transaction);
        set(ManagementLayout.SERVICE_REQUEST_ID, requestId);
        set(ManagementLayout.SERVICE_REPLY_STATUS, UNSUPPORTED_SERVICE);
        set(ManagementLayout.SERVICE_REPLY_SERVICE_ID, serviceId);
    }

    private void begin(final int attribute, final long transaction, final int id, final int peerId) {
        ManagementLayout.begin(buffer, 0, attribute, transaction);
        set(ManagementLayout.LOCAL_ID, id);
        set(ManagementLayout.REMOTE_ID, peerId);
    }

    private void set(final Field field, final long value) {
        field.set(buffer, 0, value);
    }
}
