// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.xdr;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Writes XDR (RFC 4506) item by item. Nothing is written beyond the buffer's end. */
public final class XdrWriter {
    private static final int WORD = 4;

    private MutableDirectBuffer buffer;
    private int position;

    /** The peer left too little room for the data to write. */
    public static final class NoRoom extends RuntimeException {
        private static final long serialVersionUID = 1;

        public NoRoom(final int needed, final int left) {
            super("no room: needed=" + needed + " left=" + left, null, false, false);
        }
    }

    public XdrWriter wrap(final MutableDirectBuffer target, final int begin) {
        buffer = target;
        position = begin;
        return this;
    }

    public int position() {
        return position;
    }

    public void position(final int newPosition) {
        position = newPosition;
    }

    public int remaining() {
        return buffer.capacity() - position;
    }

    public XdrWriter putInt(final int value) {
        buffer.putInt(claim(WORD), value, BIG_ENDIAN);
        return this;
    }

    public XdrWriter putLong(final long value) {
        buffer.putLong(claim(2 * WORD), value, BIG_ENDIAN);
        return this;
    }

    public XdrWriter putBool(final boolean value) {
        return putInt(value ? 1 : 0);
    }

    public XdrWriter putOpaque(final byte[] bytes) {
        putInt(bytes.length);
        buffer.putBytes(claimPadded(bytes.length), bytes);
        return this;
    }

    /** Returns the bytes of an opaque whose length was written. */
    public XdrWriter putBytes(final DirectBuffer source, final int offset, final int length) {
        buffer.putBytes(claimPadded(length), source, offset, length);
        return this;
    }

    /** Room for an opaque's bytes, its padding zeroed; returns the offset of the first byte. */
    public int claimPadded(final int length) {
        final int padded = BitUtil.align(length, WORD);
        final int at = claim(padded);
        buffer.setMemory(at + length, padded - length, (byte) 0);
        return at;
    }

    public MutableDirectBuffer buffer() {
        return buffer;
    }

    private int claim(final int length) {
        if (length > remaining()) {
            throw new NoRoom(length, remaining());
        }
        final int at = position;
        position += length;
        return at;
    }
}
