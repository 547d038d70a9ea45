// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.IntFunction;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes XDR (RFC 4506) item by item, in place. Padding consists of zeros. The writer never writes beyond the end of
 * the buffer.
 *
 * <p>A reusable flyweight; only {@link #putString} allocates. A subclass in the transport also writes data that are
 * transferred in chunks. Not thread-safe.
 */
public class XdrWriter {
    private static final int WORD = 4;

    private MutableDirectBuffer buffer;
    private IntFunction<? extends MutableDirectBuffer> more;
    private int position;

    /**
     * Thrown if an item does not fit in the buffer. The exception has no stack trace, because a peer may have caused
     * it.
     */
    public static final class NoRoom extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates an exception.
         *
         * @param needed the length of the item in bytes.
         * @param left   the number of bytes left in the buffer.
         */
        public NoRoom(final int needed, final int left) {
            super("not enough room: needed=" + needed + " left=" + left, null, false, false);
        }
    }

    /** Creates a flyweight that does not wrap anything yet. */
    public XdrWriter() {}

    /**
     * Wraps a buffer.
     *
     * @param target the buffer for the items; the caller retains ownership.
     * @param begin  the offset of the first item.
     * @return this.
     */
    public XdrWriter wrap(final MutableDirectBuffer target, final int begin) {
        return wrap(target, begin, null);
    }

    /**
     * Wraps a buffer that can grow.
     *
     * @param target the buffer for the items; the caller retains ownership.
     * @param begin  the offset of the first item.
     * @param grow   called with the required length, measured from the start of the buffer. Returns a buffer of at
     *               least that length with the same contents, or throws an exception. Null if the buffer cannot grow.
     * @return this.
     */
    public XdrWriter wrap(
            final MutableDirectBuffer target, final int begin, final IntFunction<? extends MutableDirectBuffer> grow) {
        buffer = target;
        position = begin;
        more = grow;
        return this;
    }

    /**
     * Returns the buffer to which items are written.
     *
     * @return the wrapped buffer, or the buffer that replaced it when it grew.
     */
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    /**
     * Returns the offset of the next item.
     *
     * @return the offset in {@link #buffer()}.
     */
    public int position() {
        return position;
    }

    /**
     * Sets the offset of the next item, so that items already written can be overwritten.
     *
     * @param newPosition a value that {@link #position()} returned earlier.
     */
    public void position(final int newPosition) {
        position = newPosition;
    }

    /**
     * Returns the number of bytes left in the buffer at its current size.
     *
     * @return the number of bytes.
     */
    public int remaining() {
        return Math.max(0, buffer.capacity() - position);
    }

    /**
     * Writes an int, or the bits of an unsigned int.
     *
     * @param value the value.
     * @return this.
     * @throws NoRoom if the value does not fit.
     */
    public XdrWriter putInt(final int value) {
        final int at = claim(WORD);
        buffer.putInt(at, value, BIG_ENDIAN);
        return this;
    }

    /**
     * Writes a hyper, or the bits of an unsigned hyper.
     *
     * @param value the value.
     * @return this.
     * @throws NoRoom if the value does not fit.
     */
    public XdrWriter putLong(final long value) {
        final int at = claim(2 * WORD);
        buffer.putLong(at, value, BIG_ENDIAN);
        return this;
    }

    /**
     * Writes a bool.
     *
     * @param value the value.
     * @return this.
     * @throws NoRoom if the value does not fit.
     */
    public XdrWriter putBool(final boolean value) {
        return putInt(value ? 1 : 0);
    }

    /**
     * Writes a variable-length opaque: its length, its bytes and padding.
     *
     * @param bytes the bytes of the opaque.
     * @return this.
     * @throws NoRoom if the opaque does not fit.
     */
    public XdrWriter putOpaque(final byte[] bytes) {
        final int at = claimOpaque(bytes.length);
        buffer.putBytes(at, bytes);
        return this;
    }

    /**
     * Writes a variable-length opaque: its length, its bytes and padding.
     *
     * @param source the buffer that contains the bytes.
     * @param offset the offset of the first byte.
     * @param length the length in bytes.
     * @return this.
     * @throws NoRoom if the opaque does not fit.
     */
    public XdrWriter putOpaque(final DirectBuffer source, final int offset, final int length) {
        final int at = claimOpaque(length);
        buffer.putBytes(at, source, offset, length);
        return this;
    }

    /**
     * Writes a string as UTF-8.
     *
     * @param string the string.
     * @return this.
     * @throws NoRoom if the string does not fit.
     */
    public XdrWriter putString(final String string) {
        return putOpaque(string.getBytes(UTF_8));
    }

    /**
     * Writes a fixed-length opaque: its bytes and padding. This method also writes the bytes of an opaque whose length
     * has already been written.
     *
     * @param source the buffer that contains the bytes.
     * @param offset the offset of the first byte.
     * @param length the length in bytes.
     * @return this.
     * @throws NoRoom if the opaque does not fit.
     */
    public XdrWriter putBytes(final DirectBuffer source, final int offset, final int length) {
        final int at = claimPadded(length);
        buffer.putBytes(at, source, offset, length);
        return this;
    }

    /**
     * Reserves space for the bytes of an opaque, which the caller then writes, and writes the padding.
     *
     * @param length the length in bytes, without padding.
     * @return the offset of the first byte in {@link #buffer()}.
     * @throws NoRoom if the bytes do not fit.
     */
    public int claimPadded(final int length) {
        final int padded = BitUtil.align(length, WORD);
        final int at = claim(padded);
        buffer.setMemory(at + length, padded - length, (byte) 0);
        return at;
    }

    /** Reserves space for the length and the bytes together, so that the buffer grows at most once. */
    private int claimOpaque(final int length) {
        final int padded = BitUtil.align(length, WORD);
        final int at = claim(WORD + padded);
        buffer.putInt(at, length, BIG_ENDIAN);
        buffer.setMemory(at + WORD + length, padded - length, (byte) 0);
        return at + WORD;
    }

    /**
     * Reserves space for bytes that the caller then writes.
     *
     * @param length the length in bytes.
     * @return the offset of the first byte in {@link #buffer()}.
     * @throws NoRoom if the bytes do not fit.
     */
    protected final int claim(final int length) {
        final int at = position;
        if (length < 0 || length > buffer.capacity() - at) {
            grow(length);
        }
        position = at + length;
        return at;
    }

    private void grow(final int length) {
        if (more == null || length < 0 || length > Integer.MAX_VALUE - position) {
            throw new NoRoom(length, remaining());
        }
        buffer = more.apply(position + length);
    }
}
