// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import org.rpcrdma.inspect.decode.DecodedMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Counts the message data that travelled inline and in each kind of chunk. */
final class DataPath {
    private final Way inlineCalls = new Way();
    private final Way inlineReplies = new Way();
    private final Way reads = new Way();
    private final Way positionZero = new Way();
    private final Way writes = new Way();
    private final Way replies = new Way();

    /** The sums for one path. */
    private static final class Way {
        private long messages;
        private long chunks;
        private long segments;
        private long bytes;
        private long usedMessages;
        private long usedBytes;

        private Sum sum() {
            return new Sum(messages, chunks, segments, bytes, usedMessages, usedBytes);
        }
    }

    /**
     * The data that travelled on one path.
     *
     * @param messages     the number of messages that use the path; for chunks, the number of calls that offer them.
     * @param chunks       the number of chunks.
     * @param segments     the number of segments in these chunks.
     * @param bytes        the length of inline RPC messages, in bytes; for chunks, the number of bytes that calls
     *                     offer.
     * @param usedMessages the number of replies that return chunks with data; 0 for inline data and Read chunks.
     * @param usedBytes    the number of bytes in returned chunks; 0 for inline data and Read chunks.
     */
    record Sum(long messages, long chunks, long segments, long bytes, long usedMessages, long usedBytes) {}

    /** The data that travelled on each path. */
    record Sums(
            Sum inlineCalls, Sum inlineReplies, Sum readChunks, Sum positionZero, Sum writeChunks, Sum replyChunks) {}

    DataPath() {}

    void add(final DecodedMessage message) {
        final RpcRdmaHeader header = message.header();
        if (header.procedure() > RpcRdmaHeader.RDMA_MSGP) {
            return;
        }
        final boolean isCall = message.isCall();
        if (header.procedure() != RpcRdmaHeader.RDMA_NOMSG) {
            final Way inline = isCall ? inlineCalls : inlineReplies;
            inline.messages++;
            inline.bytes += message.send().wireLength() - header.headerLength();
        }
        if (isCall) {
            offered(header);
        } else {
            returned(header);
        }
    }

    private void offered(final RpcRdmaHeader header) {
        boolean hasRead = false;
        boolean hasZero = false;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            final boolean isZero = header.readPosition(i) == 0;
            final Way way = isZero ? positionZero : reads;
            way.messages += isZero && !hasZero || !isZero && !hasRead ? 1 : 0;
            hasZero |= isZero;
            hasRead |= !isZero;
            way.chunks += i == 0 || header.readPosition(i) != header.readPosition(i - 1) ? 1 : 0;
            way.segments++;
            way.bytes += header.readLength(i);
        }
        writes.messages += header.writeChunkCount() > 0 ? 1 : 0;
        writes.chunks += header.writeChunkCount();
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            writes.segments += header.writeSegmentCount(chunk);
        }
        writes.bytes += writeBytes(header);
        replies.messages += header.hasReplyChunk() ? 1 : 0;
        replies.chunks += header.hasReplyChunk() ? 1 : 0;
        replies.segments += header.replySegmentCount();
        replies.bytes += replyBytes(header);
    }

    private void returned(final RpcRdmaHeader header) {
        final long written = writeBytes(header);
        writes.usedMessages += written > 0 ? 1 : 0;
        writes.usedBytes += written;
        final long reply = replyBytes(header);
        replies.usedMessages += reply > 0 ? 1 : 0;
        replies.usedBytes += reply;
    }

    private static long writeBytes(final RpcRdmaHeader header) {
        long bytes = 0;
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                bytes += header.writeLength(chunk, i);
            }
        }
        return bytes;
    }

    private static long replyBytes(final RpcRdmaHeader header) {
        long bytes = 0;
        for (int i = 0; i < header.replySegmentCount(); i++) {
            bytes += header.replyLength(i);
        }
        return bytes;
    }

    Sums sums() {
        return new Sums(
                inlineCalls.sum(), inlineReplies.sum(), reads.sum(), positionZero.sum(), writes.sum(), replies.sum());
    }
}
