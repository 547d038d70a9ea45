// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import org.agrona.DirectBuffer;
import org.rpcrdma.transport.RpcCall;

/** Answers calls that have the chunks that were captured by those chunks. */
final class CapturedAnswers implements ReplayAnswers {
    @Override
    public boolean compare(final Exchange exchange, final RpcCall call, final PayloadCheck check) {
        if (!offersTheSameRoom(exchange, call)) {
            check.compared(call.messageLength(), false);
            return false;
        }
        if (!exchange.isLongCall()) {
            check.compare(exchange.call(), call.message(), call.messageOffset(), call.messageLength());
        }
        final DirectBuffer pulled = call.readPayload();
        for (int i = 0; i < exchange.readData().length; i++) {
            check.compare(exchange.readData()[i], pulled, call.readPayloadOffset(i), call.readLength(i));
        }
        return true;
    }

    private static boolean offersTheSameRoom(final Exchange exchange, final RpcCall call) {
        return call.readSegmentCount() == exchange.readData().length
                && call.writeChunkCount() == exchange.writeSegments().length
                && call.hasReplyChunk() == exchange.replySegments().length > 0;
    }

    @Override
    public void answer(final Exchange exchange, final RpcCall call) {
        for (int c = 0; c < exchange.written().length; c++) {
            final byte[] data = exchange.written()[c];
            call.writeChunk(c, data.length).putBytes(0, data);
        }
        call.replyMessage().putBytes(0, exchange.reply());
        call.reply(exchange.reply().length);
    }
}
