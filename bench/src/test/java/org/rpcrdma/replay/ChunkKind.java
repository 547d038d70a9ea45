// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.Set;
import java.util.stream.IntStream;
import org.rpcrdma.wire.RpcRdmaHeader;

/** The uses of chunks in calls and replies that RFC 8166 allows. */
enum ChunkKind {
    /** A call without a Read chunk, and a reply without chunks. */
    INLINE_CALL,
    INLINE_REPLY,
    /** A call message transferred by RDMA READ. */
    POSITION_ZERO,
    READ,
    READ_OF_SEVERAL_SEGMENTS,
    /** Read chunks at two positions other than zero. */
    SEVERAL_READS,
    /** A Read chunk in addition to a Position-Zero chunk. */
    READ_BESIDE_POSITION_ZERO,
    /** A Write chunk that was filled. */
    WRITE,
    WRITE_OF_SEVERAL_SEGMENTS,
    WRITE_UNUSED,
    SEVERAL_WRITES,
    /** A reply message transferred by RDMA WRITE. */
    REPLY,
    REPLY_OF_SEVERAL_SEGMENTS,
    /** A Reply chunk that was offered, and an inline reply. */
    REPLY_UNUSED,
    WRITE_BESIDE_REPLY;

    static void addCall(final RpcRdmaHeader header, final Set<ChunkKind> kinds) {
        final int[] positions = IntStream.range(0, header.readSegmentCount())
                .map(i -> (int) header.readPosition(i))
                .toArray();
        final long chunks = IntStream.of(positions).distinct().count();
        final boolean isLong = header.procedure() == RpcRdmaHeader.RDMA_NOMSG;
        add(kinds, INLINE_CALL, chunks == 0);
        add(kinds, POSITION_ZERO, isLong);
        add(kinds, READ, !isLong && chunks > 0);
        add(kinds, READ_BESIDE_POSITION_ZERO, isLong && chunks > 1);
        add(
                kinds,
                SEVERAL_READS,
                IntStream.of(positions).distinct().filter(at -> at > 0).count() > 1);
        add(kinds, READ_OF_SEVERAL_SEGMENTS, positions.length > chunks);
    }

    static void addReply(final RpcRdmaHeader header, final Set<ChunkKind> kinds) {
        final boolean isLong = header.procedure() == RpcRdmaHeader.RDMA_NOMSG;
        add(kinds, INLINE_REPLY, header.writeChunkCount() == 0 && !header.hasReplyChunk());
        add(kinds, SEVERAL_WRITES, header.writeChunkCount() > 1);
        add(kinds, WRITE_BESIDE_REPLY, header.writeChunkCount() > 0 && header.hasReplyChunk());
        for (int c = 0; c < header.writeChunkCount(); c++) {
            final int chunk = c;
            final int segments = header.writeSegmentCount(c);
            final int used = (int) IntStream.range(0, segments)
                    .filter(i -> header.writeLength(chunk, i) > 0)
                    .count();
            add(kinds, WRITE_UNUSED, used == 0);
            add(kinds, WRITE, used > 0);
            add(kinds, WRITE_OF_SEVERAL_SEGMENTS, used > 1);
        }
        add(kinds, REPLY, isLong);
        add(kinds, REPLY_OF_SEVERAL_SEGMENTS, isLong && header.replySegmentCount() > 1);
        add(kinds, REPLY_UNUSED, !isLong && header.hasReplyChunk());
    }

    private static void add(final Set<ChunkKind> kinds, final ChunkKind kind, final boolean isSeen) {
        if (isSeen) {
            kinds.add(kind);
        }
    }
}
