// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.rpcrdma.wire.RpcRdmaHeader;

/** A call whose reply has not been captured yet, including the memory of its chunks. */
final class CapturedCall {
    /** The maximum number of bytes in the chunks of one call, as in the kernel's RPC server. */
    static final int MAX_CHUNK_BYTES = 4 << 20;

    /** The maximum number of segments in one call, as in the transport's client. */
    static final int MAX_SEGMENTS = 64;

    private final int sequence;
    private final int repliesAhead;
    private final byte[] message;
    private final List<Integer> readPositions = new ArrayList<>();
    private final List<CapturedSegment> reads = new ArrayList<>();
    private final List<List<CapturedSegment>> writeChunks = new ArrayList<>();
    private final List<CapturedSegment> reply = new ArrayList<>();

    /** An earlier transmission of the same call, whose reply may still arrive; null for the first transmission. */
    private CapturedCall before;

    private long chunkBytes;
    private int segments;
    private boolean isTooLarge;

    /**
     * Creates a call.
     *
     * @param sequence     the call's position among the capture's calls.
     * @param repliesAhead the number of replies in the workload before the call.
     * @param message      the RPC message after the header; empty for a long call.
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
     * Reads the chunk lists in the call's header.
     *
     * @param known receives each segment by its key.
     * @return false if a replay cannot offer the chunks.
     */
    boolean takeChunks(final RpcRdmaHeader header, final KnownSegments known) {
        return takeReads(header, known) && takeWrites(header, known) && takeReply(header, known);
    }

    private boolean takeReads(final RpcRdmaHeader header, final KnownSegments known) {
        final boolean isLong = message.length == 0;
        long last = 0;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            final long position = header.readPosition(i);
            final boolean fits = position >= last
                    && position % Integer.BYTES == 0
                    && position <= message.length + chunkBytes
                    && (i > 0 || isLong == (position == 0));
            if (!fits || !hasRoom(header.readLength(i))) {
                return false;
            }
            last = position;
            readPositions.add((int) position);
            reads.add(known.add(header.readHandle(i), header.readOffset(i), (int) header.readLength(i)));
        }
        return true;
    }

    private boolean takeWrites(final RpcRdmaHeader header, final KnownSegments known) {
        for (int c = 0; c < header.writeChunkCount(); c++) {
            final List<CapturedSegment> chunk = new ArrayList<>();
            writeChunks.add(chunk);
            for (int i = 0; i < header.writeSegmentCount(c); i++) {
                if (!hasRoom(header.writeLength(c, i))) {
                    return false;
                }
                final int length = (int) header.writeLength(c, i);
                chunk.add(known.add(header.writeHandle(c, i), header.writeOffset(c, i), length));
            }
        }
        return true;
    }

    private boolean takeReply(final RpcRdmaHeader header, final KnownSegments known) {
        for (int i = 0; i < header.replySegmentCount(); i++) {
            if (!hasRoom(header.replyLength(i))) {
                return false;
            }
            reply.add(known.add(header.replyHandle(i), header.replyOffset(i), (int) header.replyLength(i)));
        }
        return true;
    }

    /** Returns true if the chunks read so far exceed what a replay can offer. */
    boolean isTooLarge() {
        return isTooLarge;
    }

    private boolean hasRoom(final long bytes) {
        chunkBytes += bytes;
        segments++;
        isTooLarge |= chunkBytes > MAX_CHUNK_BYTES || segments > MAX_SEGMENTS;
        return bytes > 0 && chunkBytes <= MAX_CHUNK_BYTES && segments <= MAX_SEGMENTS;
    }

    /**
     * Returns true if another call with the same transaction id is a retransmission of this call, which requires equal
     * inline messages and chunk lengths.
     */
    boolean isSentAgainBy(final CapturedCall other) {
        return Arrays.equals(message, other.message)
                && Arrays.equals(lengths(reads), lengths(other.reads))
                && Arrays.equals(lengths(reply), lengths(other.reply));
    }

    /** Marks this call as a retransmission. The reply may belong to either transmission. */
    void follow(final CapturedCall sentBefore) {
        before = sentBefore;
    }

    /** Joins the reply to this call or an earlier transmission; see {@link #complete}. */
    Exchange completeAny(final RpcRdmaHeader header, final byte[] inline, final int replyIndex) {
        Exchange exchange = null;
        for (CapturedCall call = this; call != null && exchange == null; call = call.before) {
            exchange = call.complete(header, inline, replyIndex);
        }
        return exchange;
    }

    /** Passes every segment of the call and of its earlier transmissions to a consumer. */
    void forEachSegment(final Consumer<CapturedSegment> consumer) {
        for (CapturedCall call = this; call != null; call = call.before) {
            call.forEachOwnSegment(consumer);
        }
    }

    private void forEachOwnSegment(final Consumer<CapturedSegment> consumer) {
        reads.forEach(consumer);
        writeChunks.forEach(chunk -> chunk.forEach(consumer));
        reply.forEach(consumer);
    }

    /**
     * Joins the call and its reply. A replay's server uses a Reply chunk if and only if the call offers one.
     *
     * @param header     the reply's header.
     * @param inline     the message after the header.
     * @param replyIndex the reply's position among the workload's replies.
     * @return the exchange; null if the capture lacks some of the bytes, or if a replay's server would answer
     *     differently.
     */
    private Exchange complete(final RpcRdmaHeader header, final byte[] inline, final int replyIndex) {
        final boolean isLongReply = header.procedure() == RpcRdmaHeader.RDMA_NOMSG;
        final byte[] replyMessage = isLongReply ? longReply(header) : inline;
        final byte[][] written = written(header);
        final boolean readsAreWhole = reads.stream().allMatch(segment -> segment.holds(segment.length()));
        if (isLongReply == reply.isEmpty() || replyMessage == null || written == null || !readsAreWhole) {
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

    /** Returns the bytes written to each Write chunk, or null if the capture lacks some of them. */
    private byte[][] written(final RpcRdmaHeader header) {
        if (header.writeChunkCount() > writeChunks.size()) {
            return null;
        }
        final byte[][] written = new byte[writeChunks.size()][];
        for (int c = 0; c < written.length; c++) {
            final long[] lengths = new long[c < header.writeChunkCount() ? header.writeSegmentCount(c) : 0];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = header.writeLength(c, i);
            }
            written[c] = join(writeChunks.get(c), lengths);
            if (written[c] == null) {
                return null;
            }
        }
        return written;
    }

    private byte[] longReply(final RpcRdmaHeader header) {
        final long[] lengths = new long[header.replySegmentCount()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = header.replyLength(i);
        }
        return join(reply, lengths);
    }

    /**
     * Returns the bytes that a reply reports in a chunk's segments. Returns null if the capture lacks some of the
     * bytes. Also returns null if the segments were not filled in order, because a replay's server fills them in order.
     */
    private static byte[] join(final List<CapturedSegment> segments, final long[] lengths) {
        if (lengths.length > segments.size()) {
            return null;
        }
        int total = 0;
        boolean isLast = false;
        for (int i = 0; i < lengths.length; i++) {
            if (!segments.get(i).holds(lengths[i]) || isLast && lengths[i] > 0) {
                return null;
            }
            isLast = lengths[i] < segments.get(i).length();
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
