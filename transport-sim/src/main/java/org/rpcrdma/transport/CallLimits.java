/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
     * Whether the chunk lists of a well-formed header can be served: those of a message that so many bytes of arrived behind
     * the header, its reply header within the given length.
     */
    boolean admit(final RpcRdmaHeader header, final int inlineMessage, final int maxReplyHeader) {
        return segments(header) <= maxSegments
                && admitReads(header, inlineMessage)
                && replyHeaderLength(header) <= maxReplyHeader
                && (header.procedure() == RpcRdmaHeader.RDMA_MSG || hasPositionZero(header));
    }

    /**
     * Whether the server has as much memory as an admitted header's Read list is long. With svcrdma this shows when its READs
     * are built: it answers ERR_CHUNK and ends the connection.
     */
    boolean canPull(final RpcRdmaHeader header) {
        return readBytes(header) <= maxPayload;
    }

    static long readBytes(final RpcRdmaHeader header) {
        long bytes = 0;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            bytes += header.readLength(i);
        }
        return bytes;
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
     * Each chunk must belong somewhere in the message, behind the chunks listed before it. It reaches as far as the bytes
     * that arrived inline and the chunks so far, the padding of which may have stayed behind (RFC 8166, section 3.4.6).
     */
    private boolean admitReads(final RpcRdmaHeader header, final int inlineMessage) {
        final boolean inline = header.procedure() == RpcRdmaHeader.RDMA_MSG;
        long reach = inline ? inlineMessage : 0;
        long last = 0;
        long chunkBytes = 0;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            final long position = header.readPosition(i);
            if (position != last) {
                reach += padded(chunkBytes);
                chunkBytes = 0;
            }
            if (position < last || position > reach || position % XDR_UNIT != 0 || inline && position == 0) {
                return false;
            }
            last = position;
            chunkBytes += header.readLength(i);
        }
        return true;
    }

    private static long padded(final long bytes) {
        return BitUtil.align(bytes, XDR_UNIT);
    }

    private static boolean hasPositionZero(final RpcRdmaHeader header) {
        return header.readSegmentCount() > 0 && header.readPosition(0) == 0;
    }
}
