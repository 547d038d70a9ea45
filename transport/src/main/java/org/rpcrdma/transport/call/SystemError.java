// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;

/**
 * The reply to an ONC RPC call whose service failed (RFC 5531, section 9):
 *
 * <pre>
 *   0     4       8          12            20           24
 *  +-----+-------+----------+-------------+------------+
 *  | xid | REPLY | ACCEPTED | no verifier | SYSTEM_ERR |
 *  +-----+-------+----------+-------------+------------+
 * </pre>
 */
final class SystemError {
    static final int LENGTH = 24;

    private SystemError() {}

    /** Returns true if a message is an ONC RPC call. */
    static boolean answers(final DirectBuffer call, final int offset, final int length) {
        final RpcMessage message = new RpcMessage();
        return message.wrap(call, offset, length) == HeaderStatus.VALID && message.messageType() == RpcMessage.CALL;
    }

    static void write(final MutableDirectBuffer reply, final int xid) {
        reply.putInt(0, xid, BIG_ENDIAN);
        reply.putInt(4, RpcMessage.REPLY, BIG_ENDIAN);
        reply.putInt(8, RpcMessage.ACCEPTED, BIG_ENDIAN);
        reply.putLong(12, 0);
        reply.putInt(20, RpcMessage.SYSTEM_ERR, BIG_ENDIAN);
    }
}
