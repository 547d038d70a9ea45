// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedRange;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Builds answers. An answer consists of RDMA WRITEs followed by a Send. The WRITEs transfer the Write chunks and the
 * Reply chunk to the client's segments. Only the Send must be signaled, because when it completes, the earlier WRITEs
 * have also completed.
 *
 * <pre>
 *   WRITE segment 0 - WRITE segment 1 - ... - SEND header [+ inline message [+ parts in place]]
 *                                                 |
 *                          Write list and Reply chunk of the call, lengths as written
 * </pre>
 *
 * <p>The parts of a message are copied into the send buffer (pulled up) if the message is short, if it contains parts
 * before its end, or if it needs more elements than a request can have. All other messages, and messages in a Reply
 * chunk, are gathered in place.
 */
final class ReplySender {
    /**
     * Messages shorter than this number of bytes are pulled up. The limit is half of the smallest inline threshold, as
     * in svcrdma.
     */
    static final int PULL_UP_BELOW = 512;

    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final GatherList source = new GatherList();
    private final TransferWindow window;
    private final BufferMapper memory;
    private final PayloadPool payloads;
    private final boolean shortRepliesInline;

    ReplySender(
            final TransferWindow window,
            final BufferMapper memory,
            final PayloadPool payloads,
            final boolean shortRepliesInline) {
        this.window = window;
        this.memory = memory;
        this.payloads = payloads;
        this.shortRepliesInline = shortRepliesInline;
    }

    /**
     * Decides how to send the message and counts the requests. Maps the message's memory unless it is the send buffer.
     */
    void prepare(final Call call, final int messageLength, final int inlineRoom) {
        final RpcRdmaHeader header = call.header;
        final int bytes = messageLength + call.parts.bytes();
        call.replyLength = messageLength;
        call.inChunk = header.hasReplyChunk() && !(shortRepliesInline && bytes <= inlineRoom);
        boolean writes = call.inChunk;
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            if (call.writeLength(chunk) > 0) {
                call.writePayloads[chunk].map(memory, DmaDirection.TO_DEVICE);
                writes = true;
            }
        }
        if (call.replyPayload != null) {
            call.replyPayload = payloads.shorten(call.replyPayload, messageLength);
        }
        placeMessage(call);
        call.workRequests = 1;
        if (writes) {
            window.openEmpty();
            stage(call);
            call.workRequests = window.count();
        }
    }

    private void placeMessage(final Call call) {
        final int parts = call.parts.count();
        if (call.replyPayload == null && parts == 0) {
            return;
        }
        final int length = call.replyHeaderLength + call.replyLength + call.parts.bytes();
        final int elements = parts + (call.replyPayload == null ? 1 : 2);
        if (!call.inChunk
                && (length < PULL_UP_BELOW
                        || elements > window.maxElements
                        || call.parts.areWithin(call.replyLength))) {
            pullUp(call);
            return;
        }
        if (call.replyPayload != null && call.replyLength > 0) {
            call.replyPayload.map(memory, DmaDirection.TO_DEVICE);
        }
        call.parts.map(memory);
    }

    private void pullUp(final Call call) {
        final int at = call.replyHeaderLength;
        if (call.replyPayload != null) {
            call.sendBuffer.bytes.putBytes(at, call.replyPayload.bytes, 0, call.replyLength);
            payloads.give(call.replyPayload);
            call.replyPayload = null;
        }
        call.parts.insertInto(call.sendBuffer.bytes, at, call.replyLength);
        call.replyLength += call.parts.bytes();
        call.isPulledUp = true;
    }

    /** Stages the requests of a reply that {@link #prepare} has prepared. */
    void stage(final Call call) {
        final RpcRdmaHeader header = call.header;
        writer.wrap(call.sendBuffer.bytes, 0, call.replyHeaderLength)
                .begin(
                        header.xid(),
                        call.dispatcher.connection.credits(),
                        call.inChunk ? RpcRdmaHeader.RDMA_NOMSG : RpcRdmaHeader.RDMA_MSG);
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            stageWriteChunk(call, chunk);
        }
        if (header.hasReplyChunk()) {
            stageReplyChunk(call);
        }
        call.sendLength = writer.finish();
        stageSend(call);
        stageElements(call);
    }

    private void stageWriteChunk(final Call call, final int chunk) {
        final RpcRdmaHeader header = call.header;
        int left = call.writeLength(chunk);
        source.clear();
        if (left > 0) {
            add(call.writePayloads[chunk].range(), left);
        }
        writer.writeChunk();
        for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
            left -= stageSegment(
                    left, header.writeHandle(chunk, i), header.writeLength(chunk, i), header.writeOffset(chunk, i));
        }
    }

    private void stageReplyChunk(final Call call) {
        final RpcRdmaHeader header = call.header;
        int left = call.inChunk ? call.replyLength + call.parts.bytes() : 0;
        source.clear();
        if (left > 0) {
            addMessage(call);
        }
        writer.replyChunk();
        for (int i = 0; i < header.replySegmentCount(); i++) {
            left -= stageSegment(left, header.replyHandle(i), header.replyLength(i), header.replyOffset(i));
        }
    }

    private void addMessage(final Call call) {
        int at = 0;
        for (int i = 0; i < call.parts.count(); i++) {
            final int offset = call.parts.offset(i, call.replyLength);
            addMessage(call, at, offset);
            add(call.parts.range(i), call.parts.length(i));
            at = offset;
        }
        addMessage(call, at, call.replyLength);
    }

    private void addMessage(final Call call, final int begin, final int end) {
        if (end > begin) {
            final MappedRange range = call.replyPayload.range();
            source.add(range.iova + begin, end - begin, range.lkey);
        }
    }

    private void add(final MappedRange range, final int length) {
        source.add(range.iova, length, range.lkey);
    }

    /**
     * Stages WRITEs of the remaining bytes to a segment, up to the segment's length, and records the segment in the
     * header. Returns the number of bytes that these WRITEs transfer.
     */
    private int stageSegment(final int left, final int handle, final long room, final long offset) {
        final int length = (int) Math.min(left, room);
        int written = 0;
        while (written < length) {
            window.write(offset + written, handle);
            written += source.gather(window, length - written);
        }
        writer.segment(handle, length, offset);
        return length;
    }

    /** Adds the header and the inline message to the Send request. */
    private void stageElements(final Call call) {
        if (!call.inChunk && (call.isPulledUp || call.replyPayload == null)) {
            call.sendLength += call.replyLength;
        }
        window.element(call.sendBuffer.iova(), call.sendLength, call.sendBuffer.lkey());
        if (call.inChunk || call.isPulledUp) {
            return;
        }
        if (call.replyPayload != null && call.replyLength > 0) {
            element(call.replyPayload.range(), call.replyLength);
        }
        for (int i = 0; i < call.parts.count(); i++) {
            element(call.parts.range(i), call.parts.length(i));
        }
    }

    private void element(final MappedRange range, final int length) {
        window.element(range.iova, length, range.lkey);
    }

    /** Stages the Send of an RDMA_ERROR message. */
    void stageError(final Call call) {
        stageSend(call);
        window.element(call.sendBuffer.iova(), call.sendLength, call.sendBuffer.lkey());
    }

    private void stageSend(final Call call) {
        if (call.invalidates) {
            window.sendWithInvalidate(call.invalidatedKey);
        } else {
            window.send();
        }
    }
}
