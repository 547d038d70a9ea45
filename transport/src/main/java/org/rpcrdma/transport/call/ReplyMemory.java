// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.memory.SendBuffers;
import org.rpcrdma.transport.memory.TransferMemory;

/**
 * The memory of one connection's replies: inline in a send buffer, or in payload memory if the client offers a Reply
 * chunk.
 */
public final class ReplyMemory {
    private final CallResources resources;
    private final SendBuffers sendBuffers;
    private final int inlineThreshold;

    public ReplyMemory(final CallResources resources, final int inlineThreshold) {
        this.resources = resources;
        this.inlineThreshold = inlineThreshold;
        sendBuffers = resources.sendMemory.open();
    }

    /** Returns the bytes that the call's reply message may have. */
    public int capacity(final Call call) {
        return call.header.hasReplyChunk() ? resources.limits.replyCapacity(call.header) : inlineRoom(call);
    }

    /** Returns the bytes that an inline reply message may have. */
    public int inlineRoom(final Call call) {
        return inlineThreshold - call.replyHeaderLength;
    }

    /** Returns the buffer for a reply message of a length. */
    public MutableDirectBuffer message(final Call call, final int length) {
        if (call.header.hasReplyChunk()) {
            takePayload(call, length);
        } else if (call.sendBuffer == null) {
            takeSendBuffer(call);
            call.reply.wrap(call.sendBuffer.bytes, call.replyHeaderLength, inlineRoom(call));
        }
        return call.replyMessage();
    }

    /** All of the block is the service's, as far as the client has room for it. */
    private void takePayload(final Call call, final int length) {
        final TransferMemory before = call.replyPayload;
        final int room = before == null ? 0 : before.length();
        if (length > room) {
            call.replyPayload =
                    before == null ? resources.payloads.take(length) : resources.payloads.move(before, length, room);
            call.replyPayload.resize((int) Math.min(call.replyPayload.block.length(), capacity(call)));
        }
    }

    /** Takes memory for the longest reply, if there is none yet. */
    public void reserve(final Call call) {
        if (call.sendBuffer == null && call.replyPayload == null) {
            message(call, capacity(call));
        }
    }

    /** Takes a send buffer, if the call has none yet. */
    public void takeSendBuffer(final Call call) {
        if (call.sendBuffer == null) {
            call.sendBuffer = sendBuffers.take();
        }
    }

    /** Gives back the memory that the service has taken or named for its answer. */
    public void forgetAnswer(final Call call) {
        call.forgetAnswer(resources.payloads, resources.payloads.mapper());
    }

    /** Gives back all payload memory and the send buffer of a call. */
    public void release(final Call call) {
        call.releasePayloads(resources.payloads, resources.payloads.mapper());
        if (call.sendBuffer != null) {
            sendBuffers.give(call.sendBuffer);
        }
    }

    /** Frees the send buffers, none of which is in use. */
    public void close() {
        sendBuffers.close();
    }
}
