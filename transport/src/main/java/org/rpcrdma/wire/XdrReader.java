// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * Reads XDR (RFC 4506) item by item, in place. A peer's bytes are not trusted: nothing outside the range that was
 * wrapped is read, and an item that is missing or too long throws {@link Malformed}.
 *
 * <pre>
 *   opaque data&lt;&gt;   0        4          4 + length    padded to a multiple of 4
 *                   +--------+----------+-------------+
 *                   | length | bytes    | zeros       |
 *                   +--------+----------+-------------+
 * </pre>
 *
 * <p>A flyweight: wrapped around message after message; only {@link #getOpaque} and {@link #getString} allocate. Not
 * thread-safe.
 */
public final class XdrReader {
    private static final int WORD = 4;
    private static final long UNSIGNED = 0xffff_ffffL;

    private DirectBuffer buffer;
    private int first;
    private int position;
    private int limit;
    private int length;

    /** Thrown if an item is missing, out of range or longer than its limit. Has no stack trace: a peer causes it. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * Makes an exception.
         *
         * @param reason names the value and its limit.
         */
        public Malformed(final String reason) {
            super(reason, null, false, false);
        }
    }

    /** Makes a flyweight that is wrapped around nothing yet. */
    public XdrReader() {}

    /**
     * Wraps a range of a buffer.
     *
     * @param source holds the items; stays the caller's.
     * @param begin  the offset of the first item.
     * @param end    the offset behind the last one, inside the buffer.
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
     * Returns the buffer that was wrapped.
     *
     * @return the source of the items.
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Returns the offset of the next item.
     *
     * @return its offset in {@link #buffer()}.
     */
    public int position() {
        return position;
    }

    /**
     * Sets the offset of the next item, to read items again or to step over some.
     *
     * @param newPosition an offset in the range that was wrapped.
     * @throws Malformed if it is outside of the range.
     */
    public void position(final int newPosition) {
        if (newPosition < first || newPosition > limit) {
            throw new Malformed("position is out of range: position=" + newPosition + " end=" + limit);
        }
        position = newPosition;
    }

    /**
     * Returns the bytes that are left.
     *
     * @return bytes up to the end of the range.
     */
    public int remaining() {
        return limit - position;
    }

    /**
     * Reads an int or, as its bits, an unsigned int.
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
     * @return 0 to 2^32 - 1.
     * @throws Malformed if fewer than 4 bytes are left.
     */
    public long getUnsignedInt() {
        return getInt() & UNSIGNED;
    }

    /**
     * Reads a hyper or, as its bits, an unsigned hyper.
     *
     * @return the value.
     * @throws Malformed if fewer than 8 bytes are left.
     */
    public long getLong() {
        return buffer.getLong(skip(2 * WORD), BIG_ENDIAN);
    }

    /**
     * Reads an enumeration's value.
     *
     * @param largest the largest value that it has.
     * @return 0 to {@code largest}.
     * @throws Malformed if it has another value, or fewer than 4 bytes are left.
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
     * @throws Malformed if it is neither 0 nor 1, or fewer than 4 bytes are left.
     */
    public boolean getBool() {
        return getEnum(1) == 1;
    }

    /**
     * Steps over an opaque of variable length, or a string, whose bytes stay where they are. {@link #opaqueLength()} is
     * its length then.
     *
     * @param longest the most bytes that it may have.
     * @return the offset of its first byte in {@link #buffer()}.
     * @throws Malformed if it is longer, or not all of it is there.
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
     * Returns the length of the opaque that was read last.
     *
     * @return bytes, without its padding.
     */
    public int opaqueLength() {
        return length;
    }

    /**
     * Reads an opaque of variable length into a new array.
     *
     * @param longest the most bytes that it may have.
     * @return its bytes.
     * @throws Malformed if it is longer, or not all of it is there.
     */
    public byte[] getOpaque(final int longest) {
        final int at = skipOpaque(longest);
        final byte[] bytes = new byte[length];
        buffer.getBytes(at, bytes);
        return bytes;
    }

    /**
     * Reads a string. Bytes that are no UTF-8 become U+FFFD.
     *
     * @param longest the most bytes that it may have.
     * @return the string.
     * @throws Malformed if it is longer, or not all of it is there.
     */
    public String getString(final int longest) {
        return new String(getOpaque(longest), UTF_8);
    }

    /**
     * Steps over bytes, such as an opaque of fixed length with its padding.
     *
     * @param bytes how many.
     * @return the offset of the first one in {@link #buffer()}.
     * @throws Malformed if fewer are left.
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
