// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;

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

    /** The longest private data of a request. */
    private static final int REQUEST_DATA = 56;

    private static final int DEFAULT_PARTITION = 0xffff;
    private static final int NO_LID = 0xffff;
    private static final int HOPS = 64;
    private static final int IPV4 = 4 << 4;
    private static final int RETRIES_OF_MANAGER = 15 << 4;
    /** 4.096 us times 2 to the power of 20: librdmacm's, in the upper five bits. */
    private static final int RESPONSE_TIMEOUT = 20 << 3;
    /** The MTU of 256 bytes has code 1, and each that is twice as large the next. */
    private static final int MTU_CODES_FROM = 7;

    private static final int REJECTS_REQUEST = 0;
    private static final int REJECTS_REPLY = 1 << 6;

    private MutableDirectBuffer buffer;
    private int message;

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
        buffer.putByte(message + ManagementLayout.REQUEST_REMOTE_TIMEOUT, (byte) RESPONSE_TIMEOUT);
        putShort(ManagementLayout.REQUEST_PARTITION_KEY, DEFAULT_PARTITION);
        buffer.putByte(message + ManagementLayout.REQUEST_CM_RETRIES, (byte) RETRIES_OF_MANAGER);
        putShort(ManagementLayout.REQUEST_LOCAL_LID, NO_LID);
        putShort(ManagementLayout.REQUEST_REMOTE_LID, NO_LID);
        buffer.putByte(message + ManagementLayout.REQUEST_HOP_LIMIT, (byte) HOPS);
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
        putWord(ManagementLayout.REQUEST_QUEUE_PAIR, number << 8);
        buffer.putByte(message + ManagementLayout.REQUEST_RESPONDER_RESOURCES, (byte) responderResources);
        buffer.putByte(message + ManagementLayout.REQUEST_INITIATOR_DEPTH, (byte) initiatorDepth);
        putWord(ManagementLayout.REQUEST_PSN, psn << 8);
        buffer.putByte(message + ManagementLayout.REQUEST_RETRIES, (byte) (RESPONSE_TIMEOUT | retries));
        final int mtuCode = Integer.numberOfTrailingZeros(mtu) - MTU_CODES_FROM;
        buffer.putByte(message + ManagementLayout.REQUEST_MTU, (byte) (mtuCode << 4 | rnrRetries));
    }

    /**
     * Adds what the packets of the connection have to a request. Their rate is that of the sender's port, as it is:
     * code 0.
     *
     * @param flowLabel  of the packets of both sides, 20 bits.
     * @param ackTimeout the code of how long the sender waits for an acknowledgement, 5 bits.
     */
    public void requestPath(final int flowLabel, final int ackTimeout) {
        putWord(ManagementLayout.REQUEST_FLOW_LABEL, flowLabel << 12);
        buffer.putByte(message + ManagementLayout.REQUEST_ACK_TIMEOUT, (byte) (ackTimeout << 3));
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
        if (privateData.length > REQUEST_DATA) {
            throw new IllegalArgumentException(
                    "private data is limited: length=" + privateData.length + " limit=" + REQUEST_DATA);
        }
        buffer.putLong(
                message + ManagementLayout.REQUEST_SERVICE_ID,
                ManagementLayout.IP_TCP_SERVICE | destinationPort,
                BIG_ENDIAN);
        putGuid(ManagementLayout.REQUEST_GUID, source);
        putAddress(ManagementLayout.REQUEST_LOCAL_GID, source, 0xffff);
        putAddress(ManagementLayout.REQUEST_REMOTE_GID, destination, 0xffff);
        final int ip = ManagementLayout.REQUEST_PRIVATE_DATA;
        buffer.putByte(message + ip + ManagementLayout.IP_VERSION, (byte) IPV4);
        putShort(ip + ManagementLayout.IP_PORT, sourcePort);
        putAddress(ip + ManagementLayout.IP_SOURCE, source, 0);
        putAddress(ip + ManagementLayout.IP_DESTINATION, destination, 0);
        buffer.putBytes(message + ip + ManagementLayout.IP_CONSUMER_DATA, privateData);
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
        buffer.putBytes(message + ManagementLayout.REPLY_PRIVATE_DATA, privateData);
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
        putWord(ManagementLayout.REPLY_QUEUE_PAIR, number << 8);
        putWord(ManagementLayout.REPLY_PSN, psn << 8);
        buffer.putByte(message + ManagementLayout.REPLY_RESPONDER_RESOURCES, (byte) responderResources);
        buffer.putByte(message + ManagementLayout.REPLY_INITIATOR_DEPTH, (byte) initiatorDepth);
        buffer.putByte(message + ManagementLayout.REPLY_ACK_DELAY, (byte) (ackDelay << 3));
        buffer.putByte(message + ManagementLayout.REPLY_RNR_RETRIES, (byte) (rnrRetries << 5));
        putGuid(ManagementLayout.REPLY_GUID, source);
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
        buffer.putByte(message + ManagementLayout.REJECT_MESSAGE, (byte) rejected);
        putShort(ManagementLayout.REJECT_REASON, reason);
        buffer.putBytes(message + ManagementLayout.REJECT_PRIVATE_DATA, privateData);
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
        putWord(ManagementLayout.DISCONNECT_QUEUE_PAIR, remoteQueuePair << 8);
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
        message = offset + ManagementLayout.MESSAGE_AT;
        buffer.setMemory(offset, LENGTH, (byte) 0);
        buffer.putByte(offset, (byte) ManagementLayout.BASE_VERSION);
        buffer.putByte(offset + ManagementLayout.CLASS_AT, (byte) ManagementLayout.CONNECTION_MANAGEMENT);
        buffer.putByte(offset + ManagementLayout.CLASS_VERSION_AT, (byte) ManagementLayout.CLASS_VERSION);
        buffer.putByte(offset + ManagementLayout.METHOD_AT, (byte) ManagementLayout.METHOD_SEND);
        buffer.putLong(offset + ManagementLayout.TRANSACTION_AT, transaction, BIG_ENDIAN);
        buffer.putShort(offset + ManagementLayout.ATTRIBUTE_AT, (short) attribute, BIG_ENDIAN);
        putWord(ManagementLayout.LOCAL_ID, localId);
        putWord(ManagementLayout.REMOTE_ID, remoteId);
    }

    /** An IPv4 address in 16 bytes: as a GID behind ones, in the RDMA IP CM service behind zeros. */
    private void putAddress(final int at, final int address, final int ahead) {
        putWord(at + 8, ahead);
        putWord(at + 12, address);
    }

    /**
     * The GUID of a NIC: its Ethernet address, 02:00 and the IPv4 address, as a modified EUI-64, which begins with
     * 00:00.
     */
    private void putGuid(final int at, final int address) {
        buffer.putByte(message + at + 2, (byte) (address >>> 24));
        putShort(at + 3, 0xfffe);
        putShort(at + 5, address >>> 8);
        buffer.putByte(message + at + 7, (byte) address);
    }

    private void putWord(final int at, final int value) {
        buffer.putInt(message + at, value, BIG_ENDIAN);
    }

    private void putShort(final int at, final int value) {
        buffer.putShort(message + at, (short) value, BIG_ENDIAN);
    }
}
