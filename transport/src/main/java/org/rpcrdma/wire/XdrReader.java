// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * Reads XDR (RFC 4506) item by item, in place. The bytes are not trusted. The reader never reads outside the wrapped
 * range, and throws {@link Malformed} if an item is missing or too long.
 *
 * <pre>
 *   opaque data&lt;&gt;   0        4          4 + length    padded to a multiple of 4
 *                   +--------+----------+-------------+
 *                   | length | bytes    | zeros       |
 *                   +--------+----------+-------------+
 * </pre>
 *
 * <p>A reusable flyweight; only {@link #getOpaque} and {@link #getString} allocate. Not thread-safe.
 */
public final class XdrReader {
    private static final int WORD = 4;
    private static final long UNSIGNED = 0xffff_ffffL;

    private DirectBuffer buffer;
    private int first;
    private int position;
    private int limit;
    private int length;

    /**
     * Thrown if an item is missing, out of range or longer than its limit. The exception has no stack trace, because it
     * is caused by a peer's bytes.
     */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates an exception.
         *
         * @param reason a description that contains the value and the limit.
         */
        public Malformed(final String reason) {
            super(reason, null, false, false);
        }
    }

    /** Creates a flyweight that does not wrap anything yet. */
    public XdrReader() {}

    /**
     * Wraps a range of a buffer.
     *
     * @param source the buffer that contains the items; the caller retains ownership.
     * @param begin  the offset of the first item.
     * @param end    the offset of the byte after the last item, which must be within the buffer.
     * @return this.
     */
    public XdrReader wrap(final DirectBuffer source, final int begin, final int end) {
        buffer = source;
        first = begin;
        position = begin;
        limit = end;
        return this;
    }

    /**
     * Returns the wrapped buffer.
     *
     * @return the buffer that contains the items.
     */
    public DirectBuffer buffer() {
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
     * Sets the offset of the next item, so that items can be reread or skipped.
     *
     * @param newPosition an offset within the wrapped range.
     * @throws Malformed if the offset is outside the range.
     */
    public void position(final int newPosition) {
        if (newPosition < first || newPosition > limit) {
            throw new Malformed("position is out of range: position=" + newPosition + " end=" + limit);
        }
        position = newPosition;
    }

    /**
     * Returns the number of unread bytes.
     *
     * @return the number of bytes up to the end of the range.
     */
    public int remaining() {
        return limit - position;
    }

    /**
     * Reads an int, or the bits of an unsigned int.
     *
     * @return the value.
     * @throws Malformed if fewer than 4 bytes are left.
     */
    public int getInt() {
        return buffer.getInt(skip(WORD), BIG_ENDIAN);
    }

    /**
     * Reads an unsigned int.
     *
     * @return the value, 0 to 2^32 - 1.
     * @throws Malformed if fewer than 4 bytes are left.
     */
    public long getUnsignedInt() {
        return getInt() & UNSIGNED;
    }

    /**
     * Reads a hyper, or the bits of an unsigned hyper.
     *
     * @return the value.
     * @throws Malformed if fewer than 8 bytes are left.
     */
    public long getLong() {
        return buffer.getLong(skip(2 * WORD), BIG_ENDIAN);
    }

    /**
     * Reads an enum.
     *
     * @param largest the largest defined value.
     * @return the value, 0 to {@code largest}.
     * @throws Malformed if the value is out of range, or fewer than 4 bytes are left.
     */
    public int getEnum(final int largest) {
        final int value = getInt();
        if (value < 0 || value > largest) {
            throw new Malformed("enum is out of range: value=" + value + " largest=" + largest);
        }
        return value;
    }

    /**
     * Reads a bool.
     *
     * @return the value.
     * @throws Malformed if the value is neither 0 nor 1, or fewer than 4 bytes are left.
     */
    public boolean getBool() {
        return getEnum(1) == 1;
    }

    /**
     * Skips a variable-length opaque or a string. {@link #opaqueLength()} then returns its length.
     *
     * @param longest the maximum length in bytes.
     * @return the offset of the opaque's first byte in {@link #buffer()}.
     * @throws Malformed if the opaque is too long or incomplete.
     */
    public int skipOpaque(final int longest) {
        length = getInt();
        if (length < 0 || length > longest) {
            throw new Malformed("opaque is too long: length=" + (length & UNSIGNED) + " longest=" + longest);
        }
        checkLeft(length);
        return skip(BitUtil.align(length, WORD));
    }

    /**
     * Returns the length of the last opaque read.
     *
     * @return the length in bytes, without padding.
     */
    public int opaqueLength() {
        return length;
    }

    /**
     * Reads a variable-length opaque into a new array.
     *
     * @param longest the maximum length in bytes.
     * @return the bytes of the opaque.
     * @throws Malformed if the opaque is too long or incomplete.
     */
    public byte[] getOpaque(final int longest) {
        final int at = skipOpaque(longest);
        final byte[] bytes = new byte[length];
        buffer.getBytes(at, bytes);
        return bytes;
    }

    /**
     * Reads a string. U+FFFD replaces bytes that are not valid UTF-8.
     *
     * @param longest the maximum length in bytes.
     * @return the string.
     * @throws Malformed if the string is too long or incomplete.
     */
    public String getString(final int longest) {
        return new String(getOpaque(longest), UTF_8);
    }

    /**
     * Skips bytes, for example a fixed-length opaque with its padding.
     *
     * @param bytes the number of bytes.
     * @return the offset of the first skipped byte in {@link #buffer()}.
     * @throws Malformed if fewer bytes are left.
     */
    public int skip(final int bytes) {
        checkLeft(bytes);
        final int at = position;
        position += bytes;
        return at;
    }

    private void checkLeft(final int bytes) {
        if (bytes < 0 || bytes > limit - position) {
            throw new Malformed("the message ends too early: needed=" + bytes + " left=" + (limit - position));
        }
    }
}
