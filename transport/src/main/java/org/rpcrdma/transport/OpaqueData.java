// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * A variable-length XDR opaque in a call's arguments or a reply's results. Its bytes either follow its length in the
 * message or were transferred in a chunk:
 *
 * <pre>
 *   message      ... | length | bytes, padded | the rest
 *   message      ... | length | the rest      of a call: bytes [+ padding] in the Read chunk at that position
 *                                             of a reply: bytes in the memory of the client's {@link ClientCall#result}
 * </pre>
 *
 * <p>The object is a reusable view and copies nothing. The server owns the bytes of an argument, which are valid until
 * the call ends. The bytes of a result are valid for as long as the reply is, or longer if they are in the client
 * program's memory. Lengths that the peer sends are validated. Not thread-safe.
 */
public final class OpaqueData {
    private static final int WORD = 4;

    private DirectBuffer buffer;
    private int offset;
    private int length;
    private int end;

    /** Creates an empty view. */
    public OpaqueData() {}

    /**
     * Locates the opaque at an offset in a call's message. The call must have no Read chunks except the opaque's own
     * chunk and a Position-Zero Read chunk.
     *
     * @param call the call.
     * @param at   the offset of the opaque's length in {@link RpcCall#message()}.
     * @return true if the opaque is complete.
     */
    public boolean wrap(final RpcCall call, final int at) {
        return wrap(call, call.message(), at);
    }

    /**
     * Locates the opaque in a message. The message can be a copy of the call's message, stored at the same offset in
     * another buffer.
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
     * Wraps the bytes in a buffer.
     *
     * @param bytes the buffer that contains the bytes.
     * @param begin the offset of the first byte.
     * @param count the number of bytes, without padding.
     * @param rest  the offset of the next item in the message.
     * @return this.
     */
    public OpaqueData wrap(final DirectBuffer bytes, final int begin, final int count, final int rest) {
        buffer = bytes;
        offset = begin;
        length = count;
        end = rest;
        return this;
    }

    /** Updates the view after the message has been copied to another buffer at the same offset. */
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
     * Returns the buffer that contains the opaque's bytes.
     *
     * @return the message, the memory into which a call's Read list was fetched, or the memory of a reply's result.
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Returns the offset of the opaque's first byte.
     *
     * @return the offset in {@link #buffer()}.
     */
    public int offset() {
        return offset;
    }

    /**
     * Returns the length of the opaque.
     *
     * @return the length in bytes, without padding.
     */
    public int length() {
        return length;
    }

    /**
     * Returns the offset of the item that follows the opaque.
     *
     * @return the offset in the message.
     */
    public int end() {
        return end;
    }
}
