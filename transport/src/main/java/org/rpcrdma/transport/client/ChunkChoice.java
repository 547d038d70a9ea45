// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.transport.chunk.ChunkSegments;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Chooses how a call and its reply are transferred on a connection, as in xprtrdma's rpc_rdma. The choice depends on
 * the inline thresholds minus the longest header:
 *
 * <pre>
 *   message and arguments fit     inline, arguments copied into the message
 *   the message fits              a Read chunk per argument
 *   otherwise                     the message in a Position-Zero Read chunk (RDMA_NOMSG), a Read chunk per argument
 *
 *   the longest reply fits        no chunks
 *   it fits without results       a Write chunk per result
 *   otherwise                     a Reply chunk, which holds the reply and its results
 * </pre>
 *
 * <p>Write chunks are never combined with a Reply chunk.
 */
final class ChunkChoice {
    private final int inlineThreshold;
    private final int longestCall;
    private final int longestReply;

    /**
     * Creates an instance for a connection.
     *
     * @param segments the maximum number of segments per chunk, which determines the length of the longest header.
     */
    ChunkChoice(final ConnectionTerms terms, final int segments) {
        inlineThreshold = terms.inlineThreshold();
        longestCall = inlineThreshold - longestCallHeader(segments);
        longestReply = terms.replyThreshold() - longestReplyHeader(segments);
    }

    /** Returns the length of a header with a full Read list, an empty Write list, and a Reply chunk of one segment. */
    private static int longestCallHeader(final int segments) {
        return RpcRdmaHeader.MIN_LENGTH
                + segments * RpcRdmaHeader.READ_SEGMENT_LENGTH
                + Integer.BYTES
                + RpcRdmaHeader.CHUNK_SEGMENT_LENGTH
                + Integer.BYTES;
    }

    /** Returns the length of a header with a Write chunk that has the maximum number of segments. */
    private static int longestReplyHeader(final int segments) {
        return RpcRdmaHeader.MIN_LENGTH + Integer.BYTES + segments * RpcRdmaHeader.CHUNK_SEGMENT_LENGTH + Integer.BYTES;
    }

    /** Builds the chunk lists of a call that is about to be sent. Lists that the caller has built remain unchanged. */
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
