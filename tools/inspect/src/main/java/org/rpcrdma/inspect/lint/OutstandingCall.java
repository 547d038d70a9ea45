// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.wire.RpcRdmaHeader;

/** An unanswered call and the chunks that it offers. */
final class OutstandingCall {
    final int xid;
    final long frame;
    List<OfferedSegment> segments = List.of();
    List<List<OfferedSegment>> writeChunks = List.of();
    /** The Reply chunk; null if the call does not offer a Reply chunk. */
    List<OfferedSegment> replyChunk;
    /** True if the header violates a rule, so that the chunks are unknown. */
    final boolean isBroken;
    /** The neighbours in {@link CallingSide}'s list. */
    OutstandingCall older;

    OutstandingCall newer;

    OutstandingCall(final int xid, final long frame, final boolean isBroken) {
        this.xid = xid;
        this.frame = frame;
        this.isBroken = isBroken;
    }

    /** Stores the segments that the call offers. Most calls offer none. */
    void offer(final RpcRdmaHeader header) {
        if (header.readSegmentCount() == 0 && header.writeChunkCount() == 0 && !header.hasReplyChunk()) {
            return;
        }
        segments = new ArrayList<>();
        writeChunks = new ArrayList<>();
        for (int i = 0; i < header.readSegmentCount(); i++) {
            add(header.readHandle(i), header.readOffset(i), header.readLength(i), true);
        }
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            final List<OfferedSegment> offered = new ArrayList<>();
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                offered.add(add(
                        header.writeHandle(chunk, i),
                        header.writeOffset(chunk, i),
                        header.writeLength(chunk, i),
                        false));
            }
            writeChunks.add(offered);
        }
        if (header.hasReplyChunk()) {
            replyChunk = new ArrayList<>();
            for (int i = 0; i < header.replySegmentCount(); i++) {
                replyChunk.add(add(header.replyHandle(i), header.replyOffset(i), header.replyLength(i), false));
            }
        }
    }

    private OfferedSegment add(final int handle, final long offset, final long length, final boolean isRead) {
        final OfferedSegment segment = new OfferedSegment(handle, offset, length, isRead, frame, segments.size());
        segments.add(segment);
        return segment;
    }

    boolean offers(final int handle) {
        return segments.stream().anyMatch(segment -> segment.handle == handle);
    }
}
