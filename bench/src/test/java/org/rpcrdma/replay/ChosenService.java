// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.transport.RpcCall;

/** Compares and answers calls as complete messages, regardless of the chunks that the client's transport chose. */
final class ChosenService extends ReplayService {
    private final Int2ObjectHashMap<WholeRpc> byXid = new Int2ObjectHashMap<>();

    /** The number of inline message bytes compared so far, and the position reached in the complete call. */
    private int inline;

    private int position;
    private boolean isSame;

    ChosenService(final Workload workload) {
        super(workload);
        workload.exchanges().forEach(exchange -> byXid.put(exchange.xid(), WholeRpc.of(exchange)));
    }

    @Override
    boolean compare(final Exchange exchange, final RpcCall call, final PayloadCheck check) {
        final byte[] expected = byXid.get(exchange.xid()).call();
        inline = 0;
        position = 0;
        isSame = true;
        for (int i = 0; i < call.readSegmentCount(); i++) {
            final int chunk = call.readPosition(i);
            if (chunk == 0) {
                continue; // the message itself
            }
            if (i == 0 || chunk != call.readPosition(i - 1)) {
                position = WholeRpc.padded(position);
                compareMessage(expected, call, chunk - position, check);
            }
            final int length = call.readLength(i);
            isSame &= check.matches(expected, position, call.readPayload(), call.readPayloadOffset(i), length);
            position += length;
        }
        position = WholeRpc.padded(position);
        compareMessage(expected, call, call.messageLength() - inline, check);
        check.compared(position, isSame && position == expected.length);
        return true;
    }

    /** Compares the next bytes of the message, up to the next chunk. */
    private void compareMessage(final byte[] expected, final RpcCall call, final int length, final PayloadCheck check) {
        isSame &= inline + length <= call.messageLength()
                && check.matches(expected, position, call.message(), call.messageOffset() + inline, length);
        inline += length;
        position += length;
    }

    @Override
    void answer(final Exchange exchange, final RpcCall call) {
        byte[] message = byXid.get(exchange.xid()).reply();
        if (call.writeChunkCount() > 0) {
            message = exchange.reply();
            for (int c = 0; c < exchange.written().length; c++) {
                final byte[] data = exchange.written()[c];
                call.writeChunk(c, data.length).putBytes(0, data);
            }
        }
        call.replyMessage().putBytes(0, message);
        call.reply(message.length);
    }
}
