// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.BitUtil;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * What a call may ask of a server; everything here stands in numbers that a peer chose.
 *
 * @param maxPayload  bytes that a call's Read list, each Write chunk and the Reply chunk may move.
 * @param maxSegments segments in all chunk lists together.
 */
record CallLimits(int maxPayload, int maxSegments) {
    /** Everything in a message begins at a multiple of this (RFC 4506). */
    private static final int XDR_UNIT = 4;

    /**
     * Returns true if the chunk lists of a call with a well-formed header can be served, its reply header within a length; takes the
     * call's Read list.
     */
    boolean admit(final CallContext call, final int maxReplyHeader) {
        final RpcRdmaHeader header = call.header;
        if (segments(header) > maxSegments || replyHeaderLength(header) > maxReplyHeader) {
            return false;
        }
        call.reads.wrap(header);
        return header.procedure() == RpcRdmaHeader.RDMA_MSG
                ? !call.reads.hasPositionZero() && admitReads(call.reads, call.receivedLength - header.headerLength())
                : call.reads.hasPositionZero() && admitReads(call.reads, 0);
    }

    /**
     * Returns true if the server has as much memory as an admitted Read list is long. With svcrdma this shows when its READs are
     * built: it answers ERR_CHUNK and ends the connection.
     */
    boolean canPull(final ReadList reads) {
        return reads.bytes() <= maxPayload;
    }

    /** The reply's header has the call's Write list and Reply chunk, and no Read list. */
    static int replyHeaderLength(final RpcRdmaHeader header) {
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
     * Each chunk must belong somewhere in the message. That reaches as far as the bytes that arrived inline and the chunks of
     * lower positions, the padding of which may have stayed behind (RFC 8166, section 3.4.6).
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
