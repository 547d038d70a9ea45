// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.transport.chunk.ChunkSegments;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Chooses how a call and its reply go over one connection, as xprtrdma's rpc_rdma does, by the room that the longest
 * header leaves of the inline thresholds:
 *
 * <pre>
 *   message and arguments fit     inline, arguments copied into the message
 *   the message fits              a Read chunk an argument
 *   otherwise                     the message by a Position-Zero Read chunk (RDMA_NOMSG), a Read chunk an argument
 *
 *   the longest reply fits        nothing is offered
 *   it does without its results   a Write chunk a result
 *   otherwise                     a Reply chunk, for a reply with its results in it
 * </pre>
 *
 * <p>Write chunks and a Reply chunk are never chosen together.
 */
final class ChunkChoice {
    private final int inlineThreshold;
    private final int longestCall;
    private final int longestReply;

    /**
     * @param segments of one chunk, which the longest header has room for.
     */
    ChunkChoice(final ConnectionTerms terms, final int segments) {
        inlineThreshold = terms.inlineThreshold();
        longestCall = inlineThreshold - longestCallHeader(segments);
        longestReply = terms.replyThreshold() - longestReplyHeader(segments);
    }

    /** Read list, an empty Write list's place, and a segment of a Reply chunk. */
    private static int longestCallHeader(final int segments) {
        return RpcRdmaHeader.MIN_LENGTH
                + segments * RpcRdmaHeader.READ_SEGMENT_LENGTH
                + Integer.BYTES
                + RpcRdmaHeader.CHUNK_SEGMENT_LENGTH
                + Integer.BYTES;
    }

    /** Returns a Write chunk of all segments. */
    private static int longestReplyHeader(final int segments) {
        return RpcRdmaHeader.MIN_LENGTH + Integer.BYTES + segments * RpcRdmaHeader.CHUNK_SEGMENT_LENGTH + Integer.BYTES;
    }

    /** Makes the chunk lists of a call that goes out now; those that the caller made stay. */
    void marshal(final CallSlot slot) {
        if (slot.isExplicit()) {
            return;
        }
        if (slot.messageLength() + slot.shape.argumentBytes() <= longestCall) {
            slot.pullUp();
        }
        offer(slot, slot.messageLength() > longestCall);
        if (slot.segments.headerLength() + slot.inlineLength() > inlineThreshold) {
            offer(slot, true);
        }
        if (slot.inlineLength() > 0) {
            slot.moveInline();
        }
    }

    private void offer(final CallSlot slot, final boolean isLong) {
        final CallShape shape = slot.shape;
        final ChunkSegments segments = slot.segments;
        segments.clear();
        if (isLong) {
            segments.addRead(0, slot.messageAddress(), slot.messageLength());
        }
        shape.offerArguments(segments);
        if (shape.longestReply() <= longestReply) {
            return;
        }
        final boolean fitsWithoutResults = shape.longestReply() - shape.resultBytes() <= longestReply;
        if (shape.results() > 0 && (fitsWithoutResults || shape.replyLength() == 0)) {
            shape.offerResults(segments);
        } else {
            shape.offerReply(segments);
        }
    }
}
