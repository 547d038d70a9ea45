// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Determines the direction of the calls and replies on a connection (RFC 8167, section 4) from the type of the RPC
 * message that follows a header without chunks. A message that is neither a call nor a reply belongs to the forward
 * direction.
 *
 * <pre>
 *   0      4       8        12          16     20      24      28     32
 *  +------+-------+--------+-----------+------+-------+-------+------+------+----
 *  | xid  |   1   | credit | RDMA_MSG  | 0    | 0     | 0     | xid  | type | ...
 *  +------+-------+--------+-----------+------+-------+-------+------+------+----
 *                                        read   write   reply
 * </pre>
 */
public final class MessageDirection {
    public static final int XID = 0;
    private static final int VERSION = 4;
    private static final int PROCEDURE = 12;
    private static final int LISTS = 16;
    private static final int LISTS_END = RpcRdmaHeader.MIN_LENGTH;
    private static final int MESSAGE_XID = RpcRdmaHeader.MIN_LENGTH;
    private static final int TYPE = MESSAGE_XID + Integer.BYTES;
    private static final int SHORTEST = TYPE + Integer.BYTES;

    private MessageDirection() {}

    /** Returns true if a message that a client received is a call. */
    public static boolean isCall(final DirectBuffer message, final int length) {
        return isPlain(message, length, RpcMessage.CALL) && word(message, MESSAGE_XID) == word(message, XID);
    }

    /** Returns true if a message that a server received is a reply. */
    public static boolean isReply(final DirectBuffer message, final int length) {
        return isPlain(message, length, RpcMessage.REPLY);
    }

    /** Returns true if a message is an RDMA_ERROR. */
    public static boolean isError(final DirectBuffer message, final int length) {
        return length >= LISTS && word(message, PROCEDURE) == RpcRdmaHeader.RDMA_ERROR;
    }

    private static boolean isPlain(final DirectBuffer message, final int length, final int type) {
        if (length < SHORTEST
                || word(message, VERSION) != RpcRdmaHeader.PROTOCOL_VERSION
                || word(message, PROCEDURE) != RpcRdmaHeader.RDMA_MSG
                || word(message, TYPE) != type) {
            return false;
        }
        int lists = 0;
        for (int at = LISTS; at < LISTS_END; at += Integer.BYTES) {
            lists |= word(message, at);
        }
        return lists == 0;
    }

    private static int word(final DirectBuffer message, final int offset) {
        return message.getInt(offset, BIG_ENDIAN);
    }
}
