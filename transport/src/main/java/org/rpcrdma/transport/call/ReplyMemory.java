// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.memory.SendBuffers;
import org.rpcrdma.transport.memory.TransferMemory;

/**
 * The memory for one connection's replies. A reply uses payload memory if the client offers a Reply chunk, and
 * otherwise a send buffer.
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

    /** Returns the maximum length of the call's reply message. */
    public int capacity(final Call call) {
        return call.header.hasReplyChunk() ? resources.limits.replyCapacity(call.header) : inlineRoom(call);
    }

    /** Returns the maximum length of an inline reply message. */
    public int inlineRoom(final Call call) {
        return inlineThreshold - call.replyHeaderLength;
    }

    /** Returns the buffer for a reply message of the given length. */
    public MutableDirectBuffer message(final Call call, final int length) {
        if (call.header.hasReplyChunk()) {
            takePayload(call, length);
        } else if (call.sendBuffer == null) {
            takeSendBuffer(call);
            call.reply.wrap(call.sendBuffer.bytes, call.replyHeaderLength, inlineRoom(call));
        }
        return call.replyMessage();
    }

    /** Allocates a block of payload memory. The service may use the entire block, up to the client's capacity. */
    private void takePayload(final Call call, final int length) {
        final TransferMemory before = call.replyPayload;
        final int room = before == null ? 0 : before.length();
        if (length > room) {
            call.replyPayload =
                    before == null ? resources.payloads.take(length) : resources.payloads.move(before, length, room);
            call.replyPayload.resize((int) Math.min(call.replyPayload.block.length(), capacity(call)));
        }
    }

    /** Reserves memory for the longest possible reply, unless the call already holds this memory. */
    public void reserve(final Call call) {
        if (call.sendBuffer == null && call.replyPayload == null) {
            message(call, capacity(call));
        }
    }

    /** Allocates a send buffer, unless the call already has a send buffer. */
    public void takeSendBuffer(final Call call) {
        if (call.sendBuffer == null) {
            call.sendBuffer = sendBuffers.take();
        }
    }

    /** Releases the memory that the service has reserved or passed for its answer. */
    public void forgetAnswer(final Call call) {
        call.forgetAnswer(resources.payloads, resources.payloads.mapper());
    }

    /** Releases all payload memory and the send buffer of a call. */
    public void release(final Call call) {
        call.releasePayloads(resources.payloads, resources.payloads.mapper());
        if (call.sendBuffer != null) {
            sendBuffers.give(call.sendBuffer);
        }
    }

    /** Frees the send buffers. Calls must no longer use them. */
    public void close() {
        sendBuffers.close();
    }
}
