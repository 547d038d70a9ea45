// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.nio.ByteBuffer;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * One RPC in a capture: a call, its reply, and the bytes that chunks transferred.
 *
 * <pre>
 *   client                                                   server
 *     | -- call: message inline ------------------------------> |
 *     | -- readData[i] of Read segment i, by RDMA READ -------> |
 *     |      (at position 0: the message of a long call)        |
 *     | <- written[c] into Write chunk c, by RDMA WRITE ------- |
 *     | <- reply: message inline, or into the Reply chunk ----- |
 * </pre>
 *
 * @param xid           the transaction id of both messages.
 * @param call          the call message without the Read segments' data; empty for a long call.
 * @param readPositions the position of each Read segment in the call message.
 * @param readData      the data of each Read segment.
 * @param writeSegments the Write chunks that the call offers: for each chunk, the length of each segment in bytes.
 * @param replySegments the Reply chunk that the call offers: the length of each segment in bytes; empty for no Reply
 *     chunk.
 * @param reply         the reply message without the Write chunks' data.
 * @param written       the data that the server writes into each Write chunk.
 * @param repliesAhead  the number of replies in the workload before the call.
 * @param replyIndex    the reply's position among the workload's replies.
 */
record Exchange(
        int xid,
        byte[] call,
        int[] readPositions,
        byte[][] readData,
        int[][] writeSegments,
        int[] replySegments,
        byte[] reply,
        byte[][] written,
        int repliesAhead,
        int replyIndex) {
    /** Returns true if the call message is in Read segments. */
    boolean isLongCall() {
        return call.length == 0;
    }

    /** Returns the start of the call's RPC message. */
    byte[] callBegin() {
        return isLongCall() ? readData[0] : call;
    }

    /** Returns this RPC with a different transaction id. */
    Exchange withXid(final int newXid) {
        final byte[][] newReads = readData.clone();
        if (isLongCall()) {
            newReads[0] = withFirstWord(readData[0], newXid);
        }
        return new Exchange(
                newXid,
                isLongCall() ? call : withFirstWord(call, newXid),
                readPositions,
                newReads,
                writeSegments,
                replySegments,
                withFirstWord(reply, newXid),
                written,
                repliesAhead,
                replyIndex);
    }

    private static byte[] withFirstWord(final byte[] message, final int word) {
        final byte[] changed = message.clone();
        ByteBuffer.wrap(changed).putInt(0, word);
        return changed;
    }

    /** Returns the length of the larger of the two Sends in bytes, including the transport header. */
    int largestSend() {
        int lists = RpcRdmaHeader.MIN_LENGTH;
        for (final int[] chunk : writeSegments) {
            lists += chunkBytes(chunk);
        }
        final boolean hasReplyChunk = replySegments.length > 0;
        if (hasReplyChunk) {
            lists += chunkBytes(replySegments) - RpcRdmaHeader.LIST_END_LENGTH;
        }
        final int callSend = lists + RpcRdmaHeader.READ_SEGMENT_LENGTH * readData.length + call.length;
        return Math.max(callSend, lists + (hasReplyChunk ? 0 : reply.length));
    }

    private static int chunkBytes(final int[] segments) {
        return RpcRdmaHeader.CHUNK_HEAD_LENGTH + RpcRdmaHeader.CHUNK_SEGMENT_LENGTH * segments.length;
    }

    /** Returns the total number of bytes that both sides receive and compare. */
    long payloadBytes() {
        long bytes = call.length + (long) reply.length;
        for (final byte[] data : readData) {
            bytes += data.length;
        }
        for (final byte[] data : written) {
            bytes += data.length;
        }
        return bytes;
    }
}
