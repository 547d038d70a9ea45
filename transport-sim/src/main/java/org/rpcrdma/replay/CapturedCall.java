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
package org.rpcrdma.replay;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.rpcrdma.wire.RpcRdmaHeader;

/** A call whose reply the capture has not shown yet, with the memory that its chunks name. */
final class CapturedCall {
    /** The most bytes that the chunks of one call may name: the largest payload of the kernel's RPC server. */
    static final int MAX_CHUNK_BYTES = 4 << 20;

    private final int sequence;
    private final int repliesAhead;
    private final byte[] message;
    private final List<Integer> readPositions = new ArrayList<>();
    private final List<CapturedSegment> reads = new ArrayList<>();
    private final List<List<CapturedSegment>> writeChunks = new ArrayList<>();
    private final List<CapturedSegment> reply = new ArrayList<>();
    private long chunkBytes;

    /**
     * @param sequence     the call's place among the calls of the capture.
     * @param repliesAhead replies of the workload before the call.
     * @param message      the RPC message that followed the header.
     */
    CapturedCall(final int sequence, final int repliesAhead, final byte[] message) {
        this.sequence = sequence;
        this.repliesAhead = repliesAhead;
        this.message = message;
    }

    int sequence() {
        return sequence;
    }

    /**
     * Takes the chunk lists of the call's header.
     *
     * @param known learns each segment under its key.
     * @return false where a segment is empty, or all together name more than {@link #MAX_CHUNK_BYTES}.
     */
    boolean takeChunks(final RpcRdmaHeader header, final KnownSegments known) {
        for (int i = 0; i < header.readSegmentCount(); i++) {
            if (!grow(header.readLength(i)) || header.readPosition(i) > Integer.MAX_VALUE) {
                return false;
            }
            readPositions.add((int) header.readPosition(i));
            reads.add(known.add(header.readHandle(i), header.readOffset(i), header.readLength(i)));
        }
        for (int c = 0; c < header.writeChunkCount(); c++) {
            final List<CapturedSegment> chunk = new ArrayList<>();
            for (int i = 0; i < header.writeSegmentCount(c); i++) {
                if (!grow(header.writeLength(c, i))) {
                    return false;
                }
                chunk.add(known.add(header.writeHandle(c, i), header.writeOffset(c, i), header.writeLength(c, i)));
            }
            writeChunks.add(chunk);
        }
        for (int i = 0; i < header.replySegmentCount(); i++) {
            if (!grow(header.replyLength(i))) {
                return false;
            }
            reply.add(known.add(header.replyHandle(i), header.replyOffset(i), header.replyLength(i)));
        }
        return true;
    }

    private boolean grow(final long bytes) {
        chunkBytes += bytes;
        return bytes > 0 && chunkBytes <= MAX_CHUNK_BYTES;
    }

    /** Whether the capture holds every byte of the Read segments. */
    private boolean readsAreWhole() {
        return reads.stream().allMatch(segment -> segment.holds(segment.length()));
    }

    /**
     * Joins the call and its reply.
     *
     * @param header     the reply's header.
     * @param body       the buffer that holds the reply.
     * @param bodyOffset where the reply message begins.
     * @param bodyLength its bytes.
     * @param replyIndex the reply's place among the replies of the workload.
     * @return null where the capture does not hold all that the two moved.
     */
    Exchange complete(
            final RpcRdmaHeader header,
            final DirectBuffer body,
            final int bodyOffset,
            final int bodyLength,
            final int replyIndex) {
        if (!readsAreWhole() || header.writeChunkCount() > writeChunks.size()) {
            return null;
        }
        final byte[][] written = new byte[writeChunks.size()][];
        for (int c = 0; c < written.length; c++) {
            written[c] = c < header.writeChunkCount() ? written(header, c) : new byte[0];
            if (written[c] == null) {
                return null;
            }
        }
        final byte[] replyMessage;
        if (header.procedure() == RpcRdmaHeader.RDMA_NOMSG) {
            replyMessage = longReply(header);
        } else {
            replyMessage = new byte[bodyLength];
            body.getBytes(bodyOffset, replyMessage);
        }
        if (replyMessage == null || replyMessage.length == 0) {
            return null;
        }
        return new Exchange(
                header.xid(),
                message,
                readPositions.stream().mapToInt(Integer::intValue).toArray(),
                reads.stream().map(segment -> segment.first(segment.length())).toArray(byte[][]::new),
                writeChunks.stream().map(CapturedCall::lengths).toArray(int[][]::new),
                lengths(reply),
                replyMessage,
                written,
                repliesAhead,
                replyIndex);
    }

    private byte[] written(final RpcRdmaHeader header, final int chunk) {
        final List<CapturedSegment> segments = writeChunks.get(chunk);
        final long[] lengths = new long[header.writeSegmentCount(chunk)];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = header.writeLength(chunk, i);
        }
        return join(segments, lengths);
    }

    private byte[] longReply(final RpcRdmaHeader header) {
        final long[] lengths = new long[header.replySegmentCount()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = header.replyLength(i);
        }
        return join(reply, lengths);
    }

    /** The bytes that a reply says it left in a chunk's segments; null where the capture does not hold them. */
    private static byte[] join(final List<CapturedSegment> segments, final long[] lengths) {
        if (lengths.length > segments.size()) {
            return null;
        }
        int total = 0;
        for (int i = 0; i < lengths.length; i++) {
            if (!segments.get(i).holds(lengths[i])) {
                return null;
            }
            total += (int) lengths[i];
        }
        final byte[] joined = new byte[total];
        int position = 0;
        for (int i = 0; i < lengths.length; i++) {
            System.arraycopy(segments.get(i).first((int) lengths[i]), 0, joined, position, (int) lengths[i]);
            position += (int) lengths[i];
        }
        return joined;
    }

    private static int[] lengths(final List<CapturedSegment> segments) {
        return segments.stream().mapToInt(CapturedSegment::length).toArray();
    }
}
