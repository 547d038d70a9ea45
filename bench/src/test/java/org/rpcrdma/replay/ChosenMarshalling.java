// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.nio.ByteOrder;
import org.agrona.collections.LongArrayList;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.RpcReply;

/** A call that declares its data and lets the transport choose how to transfer it. */
final class ChosenMarshalling extends ReplayCall {
    private final LongArrayList results = new LongArrayList();
    private WholeRpc whole;
    private long replyMemory;

    ChosenMarshalling(final ReplayClient client, final ChunkMemory memory, final PayloadCheck check) {
        super(client, memory, check);
    }

    @Override
    int stage(final Exchange rpc, final ClientCall call) {
        whole = WholeRpc.of(rpc);
        for (final WholeRpc.Argument argument : whole.arguments()) {
            call.argument(argument.offset(), source(argument.data()), argument.data().length);
        }
        offerRoom(rpc, call);
        call.message().putInt(0, rpc.xid(), ByteOrder.BIG_ENDIAN);
        if (whole.head().length > call.message().capacity()) {
            call.messageAt(source(whole.head()), whole.head().length);
            return 0;
        }
        call.message().putBytes(0, whole.head());
        return whole.head().length;
    }

    /** Offers the same amount of memory for results and reply as the captured client. */
    private void offerRoom(final Exchange rpc, final ClientCall call) {
        results.clear();
        int longest = Math.max(sum(rpc.replySegments()), rpc.reply().length);
        for (final int[] chunk : rpc.writeSegments()) {
            final int room = sum(chunk);
            results.addLong(sink(room));
            call.result(results.getLong(results.size() - 1), room);
            longest += WholeRpc.padded(room);
        }
        replyMemory = sink(longest);
        call.longestReply(replyMemory, longest);
    }

    @Override
    void compare(final Exchange rpc, final RpcReply reply) {
        boolean byChunks = false;
        for (int c = 0; c < rpc.written().length; c++) {
            byChunks |= reply.writeChunkLength(c) > 0;
        }
        if (byChunks) {
            for (int c = 0; c < rpc.written().length; c++) {
                view.wrap(results.getLong(c), reply.writeChunkLength(c));
                check.compare(rpc.written()[c], view, 0, reply.writeChunkLength(c));
            }
        }
        final byte[] message = byChunks ? rpc.reply() : whole.reply();
        if (reply.inReplyChunk()) {
            view.wrap(replyMemory, reply.replyChunkLength());
            check.compare(message, view, 0, reply.replyChunkLength());
        } else {
            check.compare(message, reply.message(), reply.messageOffset(), reply.messageLength());
        }
    }

    private static int sum(final int[] lengths) {
        int sum = 0;
        for (final int length : lengths) {
            sum += length;
        }
        return sum;
    }
}
