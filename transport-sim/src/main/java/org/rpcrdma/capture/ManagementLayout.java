// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** The layout of a connection-management datagram (InfiniBand Architecture Specification, volume 1, sections 12.6
 * and 13.4.3, and annex A11 for what a request's private data begins with).
 *
 * <pre>
 *   0        1       2         3        4      8             16          24
 *  +--------+-------+---------+--------+------+-------------+-----------+----------------------------------
 *  | base   | class | class   | method | -    | transaction | attribute | connection-management message
 *  | version|       | version |        |      |             |           |
 *  +--------+-------+---------+--------+------+-------------+-----------+----------------------------------
 *
 *  REQ   0 local id, 8 service id (8), 16 CA GUID (8), 32 QP (3), 35 responder resources (1), 39 initiator depth (1),
 *        43 timeout (5 bits) and flags, 44 starting PSN (3), 47 timeout (5 bits) and retries (3 bits),
 *        48 partition key (2),
 *        50 MTU (4 bits) and RNR retries (3 bits), 51 CM retries (4 bits), 52 LID (2), 54 LID (2), 56 GID (16),
 *        72 GID (16),
 *        88 flow label (20 bits) and packet rate (6 bits), 93 hop limit (1), 95 ack timeout (5 bits),
 *        140 private data (92): 0 version, IP version (4 bits), 2 port (2),
 *        4 IP address (16), 20 IP address (16), 36 the consumer's
 *  REP   0 local id, 4 remote id, 12 QP (3), 20 starting PSN (3), 24 responder resources (1), 25 initiator depth (1),
 *        26 ack delay (5 bits), 27 RNR retries (3 bits), 28 CA GUID (8), 36 private data (196)
 *  RTU   0 local id, 4 remote id
 *  REJ   0 local id, 4 remote id, 8 message rejected (2 bits), 10 reason (2), 84 private data (148)
 *  DREQ  0 local id, 4 remote id, 8 remote QP (3)
 *  DREP  0 local id, 4 remote id
 * </pre>
 */
final class ManagementLayout {
    /** Every management datagram is this long. */
    static final int LENGTH = 256;
    /** Of the sender and of the receiver. */
    static final int QUEUE_PAIR = 1;

    static final int QUEUE_KEY = 0x8001_0000;

    static final int CLASS_AT = 1;
    static final int CLASS_VERSION_AT = 2;
    static final int METHOD_AT = 3;
    static final int TRANSACTION_AT = 8;
    static final int ATTRIBUTE_AT = 16;
    static final int MESSAGE_AT = 24;

    static final int BASE_VERSION = 1;
    static final int CONNECTION_MANAGEMENT = 7;
    static final int CLASS_VERSION = 2;
    static final int METHOD_SEND = 3;

    static final int CONNECT_REQUEST = 0x10;
    static final int CONNECT_REJECT = 0x12;
    static final int CONNECT_REPLY = 0x13;
    static final int READY_TO_USE = 0x14;
    static final int DISCONNECT_REQUEST = 0x15;
    static final int DISCONNECT_REPLY = 0x16;

    static final int LOCAL_ID = 0;
    static final int REMOTE_ID = 4;

    static final int REQUEST_SERVICE_ID = 8;
    static final int REQUEST_GUID = 16;
    static final int REQUEST_QUEUE_PAIR = 32;
    static final int REQUEST_RESPONDER_RESOURCES = 35;
    static final int REQUEST_INITIATOR_DEPTH = 39;
    static final int REQUEST_REMOTE_TIMEOUT = 43;
    static final int REQUEST_PSN = 44;
    static final int REQUEST_RETRIES = 47;
    static final int REQUEST_PARTITION_KEY = 48;
    static final int REQUEST_MTU = 50;
    static final int REQUEST_CM_RETRIES = 51;
    static final int REQUEST_LOCAL_LID = 52;
    static final int REQUEST_REMOTE_LID = 54;
    static final int REQUEST_LOCAL_GID = 56;
    static final int REQUEST_REMOTE_GID = 72;
    static final int REQUEST_FLOW_LABEL = 88;
    static final int REQUEST_HOP_LIMIT = 93;
    static final int REQUEST_ACK_TIMEOUT = 95;
    static final int REQUEST_PRIVATE_DATA = 140;
    static final int REQUEST_DATA_LENGTH = 92;
    /** Service ids of TCP ports of the RDMA IP CM service: the port is the lowest two bytes. */
    static final long IP_TCP_SERVICE = 0x0000_0000_0106_0000L;

    static final int IP_VERSION = 1;
    static final int IP_PORT = 2;
    static final int IP_SOURCE = 4;
    static final int IP_DESTINATION = 20;
    static final int IP_CONSUMER_DATA = 36;

    static final int REPLY_QUEUE_PAIR = 12;
    static final int REPLY_PSN = 20;
    static final int REPLY_RESPONDER_RESOURCES = 24;
    static final int REPLY_INITIATOR_DEPTH = 25;
    static final int REPLY_ACK_DELAY = 26;
    static final int REPLY_RNR_RETRIES = 27;
    static final int REPLY_GUID = 28;
    static final int REPLY_PRIVATE_DATA = 36;
    static final int REPLY_DATA_LENGTH = 196;

    static final int REJECT_MESSAGE = 8;
    static final int REJECT_REASON = 10;
    static final int REJECT_PRIVATE_DATA = 84;

    static final int DISCONNECT_QUEUE_PAIR = 8;

    private ManagementLayout() {}
}
