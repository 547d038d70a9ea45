// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.nio.ByteOrder;
import org.agrona.collections.LongArrayList;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.RpcReply;

/** A replayed call that uses the captured chunk lists. */
final class CapturedMarshalling extends ReplayCall {
    private final LongArrayList writes = new LongArrayList();
    private final LongArrayList replies = new LongArrayList();

    CapturedMarshalling(final ReplayClient client, final ChunkMemory memory, final PayloadCheck check) {
        super(client, memory, check);
    }

    @Override
    int stage(final Exchange rpc, final ClientCall call) {
        call.message().putInt(0, rpc.xid(), ByteOrder.BIG_ENDIAN);
        call.message().putBytes(0, rpc.call());
        call.explicitChunks();
        for (int i = 0; i < rpc.readData().length; i++) {
            final byte[] data = rpc.readData()[i];
            call.readSegment(rpc.readPositions()[i], source(data), data.length);
        }
        writes.clear();
        for (final int[] chunk : rpc.writeSegments()) {
            call.beginWriteChunk();
            for (final int length : chunk) {
                call.writeSegment(sink(length, writes), length);
            }
        }
        replies.clear();
        for (final int length : rpc.replySegments()) {
            call.replySegment(sink(length, replies), length);
        }
        return rpc.call().length;
    }

    private long sink(final int length, final LongArrayList segments) {
        final long address = sink(length);
        segments.addLong(address);
        return address;
    }

    @Override
    void compare(final Exchange rpc, final RpcReply reply) {
        if (reply.inReplyChunk()) {
            compare(rpc.reply(), reply.replyChunkLength(), replies, 0, rpc.replySegments());
        } else {
            check.compare(rpc.reply(), reply.message(), reply.messageOffset(), reply.messageLength());
        }
        int first = 0;
        for (int c = 0; c < rpc.written().length; c++) {
            final int[] segments = rpc.writeSegments()[c];
            compare(rpc.written()[c], reply.writeChunkLength(c), writes, first, segments);
            first += segments.length;
        }
    }

    /** Compares the bytes that the peer wrote to a chunk. The peer fills the segments in order. */
    private void compare(
            final byte[] captured,
            final int length,
            final LongArrayList addresses,
            final int first,
            final int[] segments) {
        if (length != captured.length) {
            check.compared(length, false);
            return;
        }
        int done = 0;
        boolean same = true;
        for (int i = 0; i < segments.length && done < length; i++) {
            final int part = Math.min(segments[i], length - done);
            view.wrap(addresses.getLong(first + i), part);
            same &= check.matches(captured, done, view, 0, part);
            done += part;
        }
        check.compared(length, same && done == length);
    }
}
