// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.reverse;

import org.agrona.DirectBuffer;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.connection.ReceivedReply;
import org.rpcrdma.transport.connection.ReplyOffer;
import org.rpcrdma.transport.memory.MappedSendBuffer;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A server's call in the reverse direction. Its message is stored in its send buffer, after the space for the header.
 */
final class ReverseSlot {
    final int id;
    final MappedSendBuffer buffer;
    final ReceivedReply reply = new ReceivedReply(ReplyOffer.NONE);
    ReplyHandler handler;
    int length;
    long sentNanos;

    /** True while the reply is outstanding. The next field is true while the completion of the Send is outstanding. */
    boolean replyPending;

    boolean sendPending;

    ReverseSlot(final int id, final MappedSendBuffer buffer) {
        this.id = id;
        this.buffer = buffer;
    }

    void fill(final DirectBuffer message, final int offset, final int messageLength, final ReplyHandler replyHandler) {
        buffer.bytes.putBytes(RpcRdmaHeader.MIN_LENGTH, message, offset, messageLength);
        length = messageLength;
        handler = replyHandler;
    }
}
