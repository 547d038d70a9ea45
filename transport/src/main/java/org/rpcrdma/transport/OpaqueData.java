// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * An XDR opaque of variable length among a call's arguments or a reply's results. Its bytes follow its length in the
 * message, or went by a chunk:
 *
 * <pre>
 *   message      ... | length | bytes, padded | the rest
 *   message      ... | length | the rest      of a call: bytes [+ padding] in the Read chunk of that position
 *                                             of a reply: bytes in the memory of the client's {@link ClientCall#result}
 * </pre>
 *
 * <p>A reused view; it copies nothing. The bytes of an argument are the server's and valid until the call ends; those
 * of a result are valid as long as the reply, and longer if they are in the client's own memory. Nothing that a peer
 * writes is trusted. Not thread-safe.
 */
public final class OpaqueData {
    private static final int WORD = 4;

    private DirectBuffer buffer;
    private int offset;
    private int length;
    private int end;

    /** Makes a view that has found nothing yet. */
    public OpaqueData() {}

    /**
     * Finds it. The call has no other Read chunks, but for the message itself at position zero.
     *
     * @param call the call.
     * @param at   the position of the length in {@link RpcCall#message()}.
     * @return true if all of it is present.
     */
    public boolean wrap(final RpcCall call, final int at) {
        return wrap(call, call.message(), at);
    }

    /**
     * Finds it in a message that may be a copy of the call's, at the same offset.
     */
    boolean wrap(final RpcCall call, final DirectBuffer message, final int at) {
        final int limit = call.messageOffset() + call.messageLength();
        if (limit - at < WORD) {
            return false;
        }
        length = message.getInt(at, BIG_ENDIAN);
        final int data = at + WORD;
        final int segment = segmentAt(call, data - call.messageOffset());
        if (segment >= 0) {
            buffer = call.readPayload();
            offset = call.readPayloadOffset(segment);
            end = data;
            return length >= 0 && isChunkOf(length, chunkLength(call, segment));
        }
        buffer = message;
        offset = data;
        if (length < 0 || length > limit - data) {
            return false;
        }
        end = data + BitUtil.align(length, WORD);
        return end <= limit;
    }

    /**
     * Wraps bytes that were found.
     *
     * @param bytes   the buffer that holds them.
     * @param begin   the offset of the first one.
     * @param count   their number, without padding.
     * @param rest    the offset in the message of what follows them there.
     * @return this.
     */
    public OpaqueData wrap(final DirectBuffer bytes, final int begin, final int count, final int rest) {
        buffer = bytes;
        offset = begin;
        length = count;
        end = rest;
        return this;
    }

    /** The message has moved, to the same offset of another buffer. */
    void move(final DirectBuffer from, final DirectBuffer to) {
        buffer = buffer == from ? to : buffer;
    }

    private static int segmentAt(final RpcCall call, final int position) {
        for (int i = 0; i < call.readSegmentCount(); i++) {
            if (call.readPosition(i) == position) {
                return i;
            }
        }
        return -1;
    }

    private static int chunkLength(final RpcCall call, final int first) {
        int bytes = 0;
        for (int i = first; i < call.readSegmentCount() && call.readPosition(i) == call.readPosition(first); i++) {
            bytes += call.readLength(i);
        }
        return bytes;
    }

    private static boolean isChunkOf(final int bytes, final int chunk) {
        return chunk >= bytes && chunk - bytes < WORD;
    }

    /**
     * Returns the buffer of its bytes.
     *
     * @return the buffer that holds them: the message, the memory that a call's Read list was pulled into, or the
     *     memory of a reply's result.
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Returns the offset of its bytes.
     *
     * @return their offset in {@link #buffer()}.
     */
    public int offset() {
        return offset;
    }

    /**
     * Returns its length.
     *
     * @return bytes, without padding.
     */
    public int length() {
        return length;
    }

    /**
     * Returns the offset of the item that follows it.
     *
     * @return its offset in the message.
     */
    public int end() {
        return end;
    }
}
