// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.mad.Field;
import org.rpcrdma.mad.ManagementLayout;

/**
 * Writes connection-management datagrams: the payload of a {@link RoceFrame#datagram}, {@link #LENGTH} bytes, between
 * the queue pairs {@link #QUEUE_PAIR} of two hosts. {@link ManagementLayout} has the offsets of their fields.
 *
 * <p>Each method writes a whole message, and those behind it add to it. Not thread-safe.
 */
public final class ConnectionDatagram {
    /** Bytes of each. */
    public static final int LENGTH = ManagementLayout.LENGTH;
    /** The queue pair that sends them, and the one that they go to. */
    public static final int QUEUE_PAIR = ManagementLayout.QUEUE_PAIR;
    /** The queue key that they bring. */
    public static final int QUEUE_KEY = ManagementLayout.QUEUE_KEY;

    /** Ahead of an IPv4 address in a GID. */
    private static final long MAPPED = 0xffffL << 32;

    private static final long LOW_WORD = 0xffff_ffffL;
    private static final int DEFAULT_PARTITION = 0xffff;
    private static final int NO_LID = 0xffff;
    private static final int HOPS = 64;
    private static final int IPV4 = 4;
    private static final int RETRIES_OF_MANAGER = 15;
    /** 4.096 us times 2 to the power of 20: librdmacm's. */
    private static final int RESPONSE_TIMEOUT = 20;

    private static final int REJECTS_REQUEST = 0;
    private static final int REJECTS_REPLY = 1;

    private MutableDirectBuffer buffer;
    private int datagram;

    /** Makes a writer. */
    public ConnectionDatagram() {}

    /**
     * Asks for a connection.
     *
     * @param target      takes the datagram.
     * @param offset      the offset of its first byte.
     * @param transaction the transaction's id.
     * @param localId     the sender's number of the connection.
     */
    public void request(final MutableDirectBuffer target, final int offset, final long transaction, final int localId) {
        begin(target, offset, ManagementLayout.CONNECT_REQUEST, transaction, localId, 0);
        set(ManagementLayout.REQUEST_REMOTE_TIMEOUT, RESPONSE_TIMEOUT);
        set(ManagementLayout.REQUEST_PARTITION_KEY, DEFAULT_PARTITION);
        set(ManagementLayout.REQUEST_CM_RETRIES, RETRIES_OF_MANAGER);
        set(ManagementLayout.REQUEST_LOCAL_LID, NO_LID);
        set(ManagementLayout.REQUEST_REMOTE_LID, NO_LID);
        set(ManagementLayout.REQUEST_HOP_LIMIT, HOPS);
    }

    /**
     * Adds the sender's queue pair to a request.
     *
     * @param number     24 bits.
     * @param psn        the first packet sequence number that it takes, 24 bits: the receiver begins with it.
     * @param maxReads   RDMA READs in flight at most, either way.
     * @param retries    transport retries, 0 to 7.
     * @param rnrRetries retries if no Receive is posted, 0 to 7.
     * @param mtu        bytes of payload in a packet: 256, 512, 1024, 2048 or 4096.
     */
    public void requestQueuePair(
            final int number,
            final int psn,
            final int maxReads,
            final int retries,
            final int rnrRetries,
            final int mtu) {
        requestQueuePair(number, psn, maxReads, maxReads, retries, rnrRetries, mtu);
    }

    /**
     * Adds the sender's queue pair to a request.
     *
     * @param number             24 bits.
     * @param psn                the first packet sequence number that it takes, 24 bits: the receiver begins with it.
     * @param responderResources RDMA READs that it answers at a time.
     * @param initiatorDepth     RDMA READs that it has in flight at most.
     * @param retries            transport retries, 0 to 7.
     * @param rnrRetries         retries if no Receive is posted, 0 to 7.
     * @param mtu                bytes of payload in a packet: 256, 512, 1024, 2048 or 4096.
     */
    public void requestQueuePair(
            final int number,
            final int psn,
            final int responderResources,
            final int initiatorDepth,
            final int retries,
            final int rnrRetries,
            final int mtu) {
        set(ManagementLayout.REQUEST_QUEUE_PAIR, number);
        set(ManagementLayout.REQUEST_RESPONDER_RESOURCES, responderResources);
        set(ManagementLayout.REQUEST_INITIATOR_DEPTH, initiatorDepth);
        set(ManagementLayout.REQUEST_PSN, psn);
        set(ManagementLayout.REQUEST_RETRIES, retries);
        set(ManagementLayout.REQUEST_LOCAL_TIMEOUT, RESPONSE_TIMEOUT);
        set(ManagementLayout.REQUEST_MTU, ManagementLayout.mtuCode(mtu));
        set(ManagementLayout.REQUEST_RNR_RETRIES, rnrRetries);
    }

    /**
     * Adds what the packets of the connection have to a request. Their rate is that of the sender's port, as it is:
     * code 0.
     *
     * @param flowLabel  of the packets of both sides, 20 bits.
     * @param ackTimeout the code of how long the sender waits for an acknowledgement, 5 bits.
     */
    public void requestPath(final int flowLabel, final int ackTimeout) {
        set(ManagementLayout.REQUEST_FLOW_LABEL, flowLabel);
        set(ManagementLayout.REQUEST_ACK_TIMEOUT, ackTimeout);
    }

    /**
     * Adds the addresses of both ends to a request, in the header of the RDMA IP CM service, and the private data
     * behind it.
     *
     * @param source          the sender's IPv4 address.
     * @param destination     the receiver's.
     * @param sourcePort      the sender's port.
     * @param destinationPort the receiver's, on which it listens.
     * @param privateData     the consumer's, at most 56 bytes.
     */
    public void requestAddresses(
            final int source,
            final int destination,
            final int sourcePort,
            final int destinationPort,
            final byte[] privateData) {
        ManagementLayout.IP_PRIVATE_DATA.set(buffer, datagram, privateData);
        set(ManagementLayout.REQUEST_SERVICE_ID, ManagementLayout.IP_TCP_SERVICE | destinationPort);
        set(ManagementLayout.REQUEST_GUID, ManagementLayout.guid(source));
        set(ManagementLayout.REQUEST_LOCAL_GID, MAPPED | source & LOW_WORD);
        set(ManagementLayout.REQUEST_REMOTE_GID, MAPPED | destination & LOW_WORD);
        set(ManagementLayout.IP_VERSION, IPV4);
        set(ManagementLayout.IP_PORT, sourcePort);
        set(ManagementLayout.IP_SOURCE, source & LOW_WORD);
        set(ManagementLayout.IP_DESTINATION, destination & LOW_WORD);
    }

    /**
     * Accepts a request.
     *
     * @param target      takes the datagram.
     * @param offset      the offset of its first byte.
     * @param transaction the request's.
     * @param localId     the sender's number of the connection.
     * @param remoteId    the receiver's.
     * @param privateData the consumer's, at most 196 bytes.
     */
    public void reply(
            final MutableDirectBuffer target,
            final int offset,
            final long transaction,
            final int localId,
            final int remoteId,
            final byte[] privateData) {
        begin(target, offset, ManagementLayout.CONNECT_REPLY, transaction, localId, remoteId);
        ManagementLayout.REPLY_PRIVATE_DATA.set(buffer, datagram, privateData);
    }

    /**
     * Adds the sender's queue pair to a reply.
     *
     * @param number     24 bits.
     * @param psn        the first packet sequence number that it takes, 24 bits: the receiver begins with it.
     * @param maxReads   RDMA READs in flight at most, either way.
     * @param rnrRetries retries if no Receive is posted, 0 to 7.
     * @param source     the sender's IPv4 address.
     */
    public void replyQueuePair(
            final int number, final int psn, final int maxReads, final int rnrRetries, final int source) {
        replyQueuePair(number, psn, maxReads, maxReads, 0, rnrRetries, source);
    }

    /**
     * Adds the sender's queue pair to a reply.
     *
     * @param number             24 bits.
     * @param psn                the first packet sequence number that it takes, 24 bits: the receiver begins with it.
     * @param responderResources RDMA READs that it answers at a time.
     * @param initiatorDepth     RDMA READs that it has in flight at most.
     * @param ackDelay           the code of how long it takes to acknowledge at most, 5 bits.
     * @param rnrRetries         retries if no Receive is posted, 0 to 7.
     * @param source             the sender's IPv4 address.
     */
    public void replyQueuePair(
            final int number,
            final int psn,
            final int responderResources,
            final int initiatorDepth,
            final int ackDelay,
            final int rnrRetries,
            final int source) {
        set(ManagementLayout.REPLY_QUEUE_PAIR, number);
        set(ManagementLayout.REPLY_PSN, psn);
        set(ManagementLayout.REPLY_RESPONDER_RESOURCES, responderResources);
        set(ManagementLayout.REPLY_INITIATOR_DEPTH, initiatorDepth);
        set(ManagementLayout.REPLY_ACK_DELAY, ackDelay);
        set(ManagementLayout.REPLY_RNR_RETRIES, rnrRetries);
        set(ManagementLayout.REPLY_GUID, ManagementLayout.guid(source));
    }

    /**
     * Confirms the reply.
     *
     * @param target      takes the datagram.
     * @param offset      the offset of its first byte.
     * @param transaction the request's.
     * @param localId     the sender's number of the connection.
     * @param remoteId    the receiver's.
     */
    public void readyToUse(
            final MutableDirectBuffer target,
            final int offset,
            final long transaction,
            final int localId,
            final int remoteId) {
        begin(target, offset, ManagementLayout.READY_TO_USE, transaction, localId, remoteId);
    }

    /**
     * Refuses a request, or a reply.
     *
     * @param target      takes the datagram.
     * @param offset      the offset of its first byte.
     * @param transaction the request's.
     * @param localId     the sender's number of the connection; 0 if it has none, and refuses a request.
     * @param remoteId    the receiver's.
     * @param reason      16 bits.
     * @param privateData the consumer's, at most 148 bytes.
     */
    public void reject(
            final MutableDirectBuffer target,
            final int offset,
            final long transaction,
            final int localId,
            final int remoteId,
            final int reason,
            final byte[] privateData) {
        begin(target, offset, ManagementLayout.CONNECT_REJECT, transaction, localId, remoteId);
        final int rejected = localId == 0 ? REJECTS_REQUEST : REJECTS_REPLY;
        set(ManagementLayout.REJECT_MESSAGE, rejected);
        set(ManagementLayout.REJECT_REASON, reason);
        ManagementLayout.REJECT_PRIVATE_DATA.set(buffer, datagram, privateData);
    }

    /**
     * Ends a connection.
     *
     * @param target          takes the datagram.
     * @param offset      the offset of its first byte.
     * @param transaction     a new transaction.
     * @param localId         the sender's number of the connection.
     * @param remoteId        the receiver's.
     * @param remoteQueuePair the receiver's queue pair, 24 bits.
     */
    public void disconnect(
            final MutableDirectBuffer target,
            final int offset,
            final long transaction,
            final int localId,
            final int remoteId,
            final int remoteQueuePair) {
        begin(target, offset, ManagementLayout.DISCONNECT_REQUEST, transaction, localId, remoteId);
        set(ManagementLayout.DISCONNECT_QUEUE_PAIR, remoteQueuePair);
    }

    /**
     * Confirms the end of a connection.
     *
     * @param target      takes the datagram.
     * @param offset      the offset of its first byte.
     * @param transaction that of the message that ended it.
     * @param localId     the sender's number of the connection.
     * @param remoteId    the receiver's.
     */
    public void disconnected(
            final MutableDirectBuffer target,
            final int offset,
            final long transaction,
            final int localId,
            final int remoteId) {
        begin(target, offset, ManagementLayout.DISCONNECT_REPLY, transaction, localId, remoteId);
    }

    private void begin(
            final MutableDirectBuffer target,
            final int offset,
            final int attribute,
            final long transaction,
            final int localId,
            final int remoteId) {
        buffer = target;
        datagram = offset;
        ManagementLayout.begin(target, offset, attribute, transaction);
        set(ManagementLayout.LOCAL_ID, localId);
        set(ManagementLayout.REMOTE_ID, remoteId);
    }

    private void set(final Field field, final long value) {
        field.set(buffer, datagram, value);
    }
}
