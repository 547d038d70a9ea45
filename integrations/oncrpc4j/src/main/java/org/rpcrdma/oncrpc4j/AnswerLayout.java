// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Distributes an answer: items go to Write chunks, and the rest goes to the reply message. Bytes that the device can
 * access are sent in place; all other bytes are copied once.
 *
 * <pre>
 *   inline        | all of the message, copied                            |
 *   Reply chunk   | replyMessage: copied | part in place | part copied ...|
 * </pre>
 */
final class AnswerLayout {
    private static final int XDR_UNIT = 4;

    /**
     * The minimum length of a piece that is sent in place. Shorter pieces are copied, because an additional element in
     * the gather list would cost as much as the copy.
     */
    private static final int SHORT = 512;

    private final RpcCall call;
    private final EncodedMessage message;
    private final MessageMemory memory;
    private final List<MemoryBlock> blocks;

    /** The call's Read payload; the answer may contain parts of the payload. */
    private final ByteBuffer payload;

    /** The number of bytes written so far to {@link RpcCall#replyMessage()}. */
    private int head;

    /** The memory for copied parts; null until the first part is copied. */
    private MemoryBlock tail;

    private int tailUsed;
    private int tailSent;

    /** @param blocks receives the blocks that the answer owns until it has been sent. */
    AnswerLayout(
            final RpcCall call,
            final ByteBuffer payload,
            final EncodedMessage message,
            final MessageMemory memory,
            final List<MemoryBlock> blocks) {
        this.call = call;
        this.payload = payload;
        this.message = message;
        this.memory = memory;
        this.blocks = blocks;
    }

    /**
     * Passes the answer to the call without sending it. Returns the length of the reply message, excluding its parts.
     */
    int place(final DdpRule rule) {
        final List<ByteBuffer> pieces = new ArrayList<>(4);
        int from = 0;
        int length = message.length();
        if (call.writeChunkCount() > 0) {
            final List<MessageWalk.Item> items = message.itemsOfReply(rule);
            for (int i = 0; i < items.size() && i < call.writeChunkCount(); i++) {
                final int begin = message.offsetOf(items.get(i));
                final int end = begin + BitUtil.align(items.get(i).length(), XDR_UNIT);
                placeItem(i, begin, items.get(i).length());
                pieces.addAll(message.range(from, begin));
                length -= end - begin;
                from = end;
            }
        }
        pieces.addAll(message.range(from, message.length()));
        return length <= call.replyCapacity() || !call.hasReplyChunk()
                ? copyAll(pieces, length)
                : inParts(pieces, length);
    }

    private void placeItem(final int chunk, final int begin, final int length) {
        if (length == 0) {
            return;
        }
        final List<ByteBuffer> pieces = message.range(begin, begin + length);
        long address = pieces.size() == 1 ? addressOf(pieces.get(0)) : 0;
        if (address == 0) {
            final MemoryBlock block = take(length);
            final ByteBuffer bytes = block.buffer().duplicate();
            pieces.forEach(bytes::put);
            address = block.address();
        }
        call.writeChunk(chunk, address, length);
    }

    private MemoryBlock take(final int length) {
        final MemoryBlock block = memory.take(length);
        blocks.add(block);
        return block;
    }

    private long addressOf(final ByteBuffer bytes) {
        if (bytes.isDirect() && !bytes.isReadOnly() && payload.isDirect()) {
            final long address = BufferUtil.address(bytes) + bytes.position();
            final long begin = BufferUtil.address(payload);
            if (address >= begin && address + bytes.remaining() <= begin + payload.capacity()) {
                return address;
            }
        }
        return memory.addressOf(bytes);
    }

    /**
     * Copies all pieces. If the message does not fit, copies nothing, because the call then rejects the message when it
     * is sent.
     */
    private int copyAll(final List<ByteBuffer> pieces, final int length) {
        if (length <= call.replyCapacity()) {
            final MutableDirectBuffer reply = call.replyMessage(length);
            for (final ByteBuffer piece : pieces) {
                copyToHead(reply, piece, piece.remaining());
            }
        }
        return length;
    }

    private void copyToHead(final MutableDirectBuffer reply, final ByteBuffer piece, final int length) {
        reply.putBytes(head, piece, length);
        head += length;
    }

    private int inParts(final List<ByteBuffer> pieces, final int length) {
        final int room = call.replyCapacity();
        final MutableDirectBuffer reply = call.replyMessage(room);
        boolean isHead = true;
        for (final ByteBuffer piece : pieces) {
            final long address = piece.remaining() < SHORT ? 0 : addressOf(piece);
            if (address == 0) {
                if (isHead) {
                    copyToHead(reply, piece, Math.min(piece.remaining(), room - head));
                }
                copyToTail(piece, length - head);
                isHead &= tail == null;
            } else {
                isHead = false;
                sendTail();
                call.replyPart(address, piece.remaining());
            }
        }
        sendTail();
        return head;
    }

    /** Copies the remainder of a piece. */
    private void copyToTail(final ByteBuffer piece, final int longest) {
        final int length = piece.remaining();
        if (length == 0) {
            return;
        }
        if (tail == null) {
            tail = take(longest);
        }
        tail.buffer().slice(tailUsed, length).put(piece);
        tailUsed += length;
    }

    /** Adds a part that consists of the bytes copied since the previous part. */
    private void sendTail() {
        if (tailUsed > tailSent) {
            call.replyPart(tail.address() + tailSent, tailUsed - tailSent);
            tailSent = tailUsed;
        }
    }
}
