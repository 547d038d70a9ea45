// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.xdr;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/** Reads XDR (RFC 4506) item by item, in place. A peer's bytes are not trusted: nothing beyond the limit is read. */
public final class XdrReader {
    private static final int WORD = 4;

    private DirectBuffer buffer;
    private int position;
    private int limit;

    /** Thrown if an item is missing, or longer than its limit. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Malformed(final String reason) {
            super(reason, null, false, false);
        }
    }

    public XdrReader wrap(final DirectBuffer source, final int begin, final int end) {
        buffer = source;
        position = begin;
        limit = end;
        return this;
    }

    public DirectBuffer buffer() {
        return buffer;
    }

    public int position() {
        return position;
    }

    public int remaining() {
        return limit - position;
    }

    public int getInt() {
        return buffer.getInt(skip(WORD), BIG_ENDIAN);
    }

    public long getLong() {
        return buffer.getLong(skip(2 * WORD), BIG_ENDIAN);
    }

    /** Returns an enumeration's value, or a bool's. */
    public int getEnum(final int largest) {
        final int value = getInt();
        if (value < 0 || value > largest) {
            throw new Malformed("enum is out of range: value=" + value + " largest=" + largest);
        }
        return value;
    }

    public boolean getBool() {
        return getEnum(1) == 1;
    }

    /** Returns the bytes of an opaque of variable length, or of a string. */
    public byte[] getOpaque(final int longest) {
        final int length = getInt();
        if (length < 0 || length > longest) {
            throw new Malformed("opaque is too long: length=" + length + " longest=" + longest);
        }
        final byte[] bytes = new byte[length];
        buffer.getBytes(skip(BitUtil.align(length, WORD)), bytes);
        return bytes;
    }

    /**
     * Steps over bytes.
     *
     * @return the offset of their first byte.
     */
    public int skip(final int length) {
        if (length < 0 || length > limit - position) {
            throw new Malformed("arguments end too early: needed=" + length + " left=" + (limit - position));
        }
        final int at = position;
        position += length;
        return at;
    }
}
