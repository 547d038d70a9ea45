// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.agrona.BitUtil;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * The limits for the values that the peer chooses in a call's header. Immutable.
 *
 * @param maxPayload  the maximum length of a call's Read list, of each Write chunk and of the Reply chunk, in bytes.
 * @param maxSegments the maximum total number of segments in all chunk lists.
 */
public record CallLimits(int maxPayload, int maxSegments) {
    /** The alignment of items in a message, in bytes (RFC 4506). */
    private static final int XDR_UNIT = 4;

    /**
     * Checks a call's header against the limits, and reads its Read list.
     *
     * @param headerStatus   the status that wrapping the header returned ({@link HeaderStatus}).
     * @param length         the length of the message including its header, in bytes.
     * @param maxReplyHeader the maximum length of the reply's header, in bytes.
     */
    public CallVerdict judge(
            final int headerStatus,
            final RpcRdmaHeader header,
            final ReadList reads,
            final int length,
            final int maxReplyHeader) {
        final int procedure = header.procedure();
        final boolean valid = headerStatus == HeaderStatus.VALID;
        if (headerStatus == HeaderStatus.TOO_SHORT
                || procedure == RpcRdmaHeader.RDMA_ERROR
                || valid && procedure == RpcRdmaHeader.RDMA_DONE) {
            return CallVerdict.DROP;
        }
        if (headerStatus == HeaderStatus.BAD_VERSION) {
            return CallVerdict.ERR_VERS;
        }
        if (!valid || procedure == RpcRdmaHeader.RDMA_MSGP || !admits(header, reads, length, maxReplyHeader)) {
            return CallVerdict.ERR_CHUNK;
        }
        return reads.bytes() <= maxPayload ? CallVerdict.SERVE : CallVerdict.ERR_CHUNK_AND_END;
    }

    /**
     * Returns true if the call's chunk lists are within the limits and the reply's header does not exceed the given
     * length.
     */
    private boolean admits(
            final RpcRdmaHeader header, final ReadList reads, final int length, final int maxReplyHeader) {
        if (segments(header) > maxSegments || replyHeaderLength(header) > maxReplyHeader || hasEmptyChunk(header)) {
            return false;
        }
        reads.wrap(header);
        return header.procedure() == RpcRdmaHeader.RDMA_MSG
                ? !reads.hasPositionZeroChunk() && admitReads(reads, length - header.headerLength())
                : reads.hasPositionZeroChunk() && admitReads(reads, 0);
    }

    /**
     * Returns true if the call offers a Write or Reply chunk without segments. svcrdma has rejected such chunks since
     * 2026.
     */
    private static boolean hasEmptyChunk(final RpcRdmaHeader header) {
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            if (header.writeSegmentCount(chunk) == 0) {
                return true;
            }
        }
        return header.hasReplyChunk() && header.replySegmentCount() == 0;
    }

    /**
     * Returns the length of the reply's header, which contains an empty Read list and the call's Write list and Reply
     * chunk.
     */
    public static int replyHeaderLength(final RpcRdmaHeader header) {
        return header.headerLength() - header.readSegmentCount() * RpcRdmaHeader.READ_SEGMENT_LENGTH;
    }

    int writeCapacity(final RpcRdmaHeader header, final int chunk) {
        long capacity = 0;
        for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
            capacity += header.writeLength(chunk, i);
        }
        return (int) Math.min(capacity, maxPayload);
    }

    int replyCapacity(final RpcRdmaHeader header) {
        long capacity = 0;
        for (int i = 0; i < header.replySegmentCount(); i++) {
            capacity += header.replyLength(i);
        }
        return (int) Math.min(capacity, maxPayload);
    }

    private static int segments(final RpcRdmaHeader header) {
        int segments = header.readSegmentCount() + header.replySegmentCount();
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            segments += header.writeSegmentCount(chunk);
        }
        return segments;
    }

    /**
     * Checks that the position of each chunk is within the message. The message consists of the bytes that arrived
     * inline and the chunks at lower positions. The padding of these chunks can be omitted (RFC 8166, section 3.4.6).
     */
    private static boolean admitReads(final ReadList reads, final int inlineMessage) {
        long reach = inlineMessage;
        long last = 0;
        long chunkBytes = 0;
        for (int i = 0; i < reads.count(); i++) {
            final long position = reads.position(i);
            if (position != last) {
                reach += padded(chunkBytes);
                chunkBytes = 0;
            }
            if (position > reach || position % XDR_UNIT != 0) {
                return false;
            }
            last = position;
            chunkBytes += reads.length(i);
        }
        return true;
    }

    private static long padded(final long bytes) {
        return BitUtil.align(bytes, XDR_UNIT);
    }
}
