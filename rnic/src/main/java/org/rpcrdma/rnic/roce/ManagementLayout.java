// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The layout of a connection-management datagram (InfiniBand Architecture Specification, volume 1, sections 12.6
 * and 13.4.3, and annex A11 for the header of a request's private data).
 *
 * <pre>
 *   0        1       2         3        4      8             16          24
 *  +--------+-------+---------+--------+------+-------------+-----------+----------------------------------
 *  | base   | class | class   | method | -    | transaction | attribute | connection-management message
 *  | version|       | version |        |      |             |           |
 *  +--------+-------+---------+--------+------+-------------+-----------+----------------------------------
 *
 *  REQ   0 local id, 8 service id (8), 16 CA GUID (8), 32 QP (3), 35 responder resources (1), 39 initiator depth (1),
 *        43 remote response time (5 bits), transport service (2 bits), flow control (1 bit), 44 starting PSN (3),
 *        47 local response time (5 bits) and retries (3 bits), 48 partition key (2),
 *        50 MTU (4 bits), RDC (1 bit), RNR retries (3 bits), 51 CM retries (4 bits), SRQ (1 bit), extended transport
 *        (3 bits), 52 LID (2), 54 LID (2), 56 GID (16), 72 GID (16),
 *        88 flow label (20 bits) and packet rate (6 bits), 93 hop limit (1), 95 ack timeout (5 bits),
 *        140 private data (92): 0 version, IP version (4 bits), 2 port (2),
 *        4 IP address (16), 20 IP address (16), 36 the consumer's
 *  MRA   0 local id, 4 remote id, 8 message (2 bits), 9 service time (5 bits)
 *  REJ   0 local id, 4 remote id, 8 message rejected (2 bits), 9 length of the information (7 bits), 10 reason (2),
 *        12 information (72), 84 private data (148)
 *  REP   0 local id, 4 remote id, 12 QP (3), 20 starting PSN (3), 24 responder resources (1), 25 initiator depth (1),
 *        26 ack delay (5 bits), 27 RNR retries (3 bits), 28 CA GUID (8), 36 private data (196)
 *  RTU   0 local id, 4 remote id
 *  DREQ  0 local id, 4 remote id, 8 remote QP (3)
 *  DREP  0 local id, 4 remote id
 *  SIDR_REQ  0 request id, 8 service id (8)
 *  SIDR_REP  0 request id, 4 status (1), 12 service id (8)
 * </pre>
 */
public final class ManagementLayout {
    /** The length of every management datagram, in bytes. */
    public static final int LENGTH = 256;
    /** The number of the queue pair that sends and receives management datagrams. */
    public static final int QUEUE_PAIR = 1;

    public static final int QUEUE_KEY = 0x8001_0000;

    public static final int MESSAGE_AT = 24;

    public static final Field BASE_VERSION_FIELD = new Field(0, 0, 8);
    public static final Field CLASS_FIELD = new Field(1, 0, 8);
    public static final Field CLASS_VERSION_FIELD = new Field(2, 0, 8);
    public static final Field METHOD_FIELD = new Field(3, 0, 8);
    public static final Field STATUS = new Field(4, 0, 16);
    public static final Field TRANSACTION = new Field(8, 0, 64);
    public static final Field ATTRIBUTE = new Field(16, 0, 16);
    public static final Field ATTRIBUTE_MODIFIER = new Field(20, 0, 32);

    public static final int BASE_VERSION = 1;
    public static final int CONNECTION_MANAGEMENT = 7;
    public static final int CLASS_VERSION = 2;
    public static final int METHOD_SEND = 3;

    public static final int CONNECT_REQUEST = 0x10;
    public static final int MESSAGE_RECEIPT = 0x11;
    public static final int CONNECT_REJECT = 0x12;
    public static final int CONNECT_REPLY = 0x13;
    public static final int READY_TO_USE = 0x14;
    public static final int DISCONNECT_REQUEST = 0x15;
    public static final int DISCONNECT_REPLY = 0x16;
    public static final int SERVICE_REQUEST = 0x17;
    public static final int SERVICE_REPLY = 0x18;

    public static final Field LOCAL_ID = field(0, 0, 32);
    public static final Field REMOTE_ID = field(4, 0, 32);

    public static final Field REQUEST_SERVICE_ID = field(8, 0, 64);
    public static final Field REQUEST_GUID = field(16, 0, 64);
    public static final Field REQUEST_QUEUE_PAIR = field(32, 0, 24);
    public static final Field REQUEST_RESPONDER_RESOURCES = field(35, 0, 8);
    public static final Field REQUEST_INITIATOR_DEPTH = field(39, 0, 8);
    public static final Field REQUEST_REMOTE_TIMEOUT = field(43, 0, 5);
    public static final Field REQUEST_TRANSPORT = field(43, 5, 2);
    public static final Field REQUEST_FLOW_CONTROL = field(43, 7, 1);
    public static final Field REQUEST_PSN = field(44, 0, 24);
    public static final Field REQUEST_LOCAL_TIMEOUT = field(47, 0, 5);
    public static final Field REQUEST_RETRIES = field(47, 5, 3);
    public static final Field REQUEST_PARTITION_KEY = field(48, 0, 16);
    public static final Field REQUEST_MTU = field(50, 0, 4);
    public static final Field REQUEST_RNR_RETRIES = field(50, 5, 3);
    public static final Field REQUEST_CM_RETRIES = field(51, 0, 4);
    public static final Field REQUEST_EXTENDED_TRANSPORT = field(51, 5, 3);
    public static final Field REQUEST_LOCAL_LID = field(52, 0, 16);
    public static final Field REQUEST_REMOTE_LID = field(54, 0, 16);
    public static final Field REQUEST_LOCAL_GID_PREFIX = field(56, 0, 64);
    public static final Field REQUEST_LOCAL_GID = field(64, 0, 64);
    public static final Field REQUEST_REMOTE_GID_PREFIX = field(72, 0, 64);
    public static final Field REQUEST_REMOTE_GID = field(80, 0, 64);
    public static final Field REQUEST_FLOW_LABEL = field(88, 0, 20);
    public static final Field REQUEST_PACKET_RATE = field(91, 2, 6);
    public static final Field REQUEST_HOP_LIMIT = field(93, 0, 8);
    public static final Field REQUEST_ACK_TIMEOUT = field(95, 0, 5);
    /**
     * The private data of a request. If the RDMA IP CM service is used, the private data begins with the {@code IP_}
     * fields.
     */
    public static final PrivateData REQUEST_PRIVATE_DATA = data(140, 92);

    /** The base of the RDMA IP CM service's ids for TCP ports. The two lowest bytes contain the port. */
    public static final long IP_TCP_SERVICE = 0x0000_0000_0106_0000L;

    public static final Field IP_SERVICE_VERSION = field(140, 0, 8);
    public static final Field IP_VERSION = field(141, 0, 4);
    public static final Field IP_PORT = field(142, 0, 16);
    public static final Field IP_SOURCE_PREFIX = field(144, 0, 64);
    public static final Field IP_SOURCE = field(152, 0, 64);
    public static final Field IP_DESTINATION_PREFIX = field(160, 0, 64);
    public static final Field IP_DESTINATION = field(168, 0, 64);
    public static final PrivateData IP_PRIVATE_DATA = data(176, 56);

    public static final Field RECEIPT_MESSAGE = field(8, 0, 2);
    public static final Field RECEIPT_SERVICE_TIME = field(9, 0, 5);

    public static final Field REJECT_MESSAGE = field(8, 0, 2);
    public static final Field REJECT_INFORMATION_LENGTH = field(9, 0, 7);
    public static final Field REJECT_REASON = field(10, 0, 16);
    /** The sender's GUID in a REJ after a timeout: the first bytes of the additional information. */
    public static final Field REJECT_GUID = field(12, 0, 64);

    /** The MTU that the sender accepts, in a REJ for an invalid MTU: the first byte of the additional information. */
    public static final Field REJECT_MTU = field(12, 0, 4);

    public static final PrivateData REJECT_PRIVATE_DATA = data(84, 148);

    public static final Field REPLY_QUEUE_PAIR = field(12, 0, 24);
    public static final Field REPLY_PSN = field(20, 0, 24);
    public static final Field REPLY_RESPONDER_RESOURCES = field(24, 0, 8);
    public static final Field REPLY_INITIATOR_DEPTH = field(25, 0, 8);
    public static final Field REPLY_ACK_DELAY = field(26, 0, 5);
    public static final Field REPLY_RNR_RETRIES = field(27, 0, 3);
    public static final Field REPLY_GUID = field(28, 0, 64);
    public static final PrivateData REPLY_PRIVATE_DATA = data(36, 196);

    public static final Field DISCONNECT_QUEUE_PAIR = field(8, 0, 24);

    public static final Field SERVICE_REQUEST_ID = field(0, 0, 32);
    public static final Field SERVICE_REQUEST_SERVICE_ID = field(8, 0, 64);
    public static final Field SERVICE_REPLY_STATUS = field(4, 0, 8);
    public static final Field SERVICE_REPLY_SERVICE_ID = field(12, 0, 64);

    private static final long GUID_MIDDLE = 0xfffe_00_0000L;
    private static final int MTU_CODES_FROM = 7;

    private ManagementLayout() {}

    private static Field field(final int offset, final int bit, final int width) {
        return new Field(MESSAGE_AT + offset, bit, width);
    }

    private static PrivateData data(final int offset, final int length) {
        return new PrivateData(MESSAGE_AT + offset, length);
    }

    /** Writes a datagram's header and sets the other bytes to 0. */
    public static void begin(
            final MutableDirectBuffer buffer, final int datagram, final int attribute, final long transaction) {
        buffer.setMemory(datagram, LENGTH, (byte) 0);
        BASE_VERSION_FIELD.set(buffer, datagram, BASE_VERSION);
        CLASS_FIELD.set(buffer, datagram, CONNECTION_MANAGEMENT);
        CLASS_VERSION_FIELD.set(buffer, datagram, CLASS_VERSION);
        METHOD_FIELD.set(buffer, datagram, METHOD_SEND);
        TRANSACTION.set(buffer, datagram, transaction);
        ATTRIBUTE.set(buffer, datagram, attribute);
    }

    /** Returns true if a datagram has a valid connection-management header. */
    public static boolean isConnectionManagement(final DirectBuffer buffer, final int datagram, final int length) {
        return length >= LENGTH
                && BASE_VERSION_FIELD.get(buffer, datagram) == BASE_VERSION
                && CLASS_FIELD.get(buffer, datagram) == CONNECTION_MANAGEMENT
                && CLASS_VERSION_FIELD.get(buffer, datagram) == CLASS_VERSION
                && METHOD_FIELD.get(buffer, datagram) == METHOD_SEND;
    }

    /** Returns the code, 1 to 5, for an MTU of 256, 512, 1024, 2048 or 4096 bytes. */
    public static int mtuCode(final int mtu) {
        return Integer.numberOfTrailingZeros(mtu) - MTU_CODES_FROM;
    }

    /** Returns the MTU, in bytes, for a code from 1 to 5. */
    public static int mtu(final int code) {
        return 1 << code + MTU_CODES_FROM;
    }

    /**
     * Returns the GUID of a NIC with the given IPv4 address. It is the modified EUI-64 of the Ethernet address that
     * consists of 02:00 and the IPv4 address, and it begins with 00:00.
     */
    public static long guid(final int address) {
        return (address & 0xff00_0000L) << 16 | GUID_MIDDLE | address & 0x00ff_ffffL;
    }
}
