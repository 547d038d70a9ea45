// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The private data that the two peers of an RPC-over-RDMA connection exchange when they establish the connection (RFC
 * 8797, section 4).
 *
 * <pre>
 *   0                    4         5         6           7           8
 *  +--------------------+---------+---------+-----------+-----------+
 *  | 0xf6ab0e18         | version |       R | send size | recv size |
 *  +--------------------+---------+---------+-----------+-----------+
 *    magic                   1       flags    (bytes / 1024) - 1
 * </pre>
 *
 * <p>The R flag means that the sender supports remote invalidation. The send size is the size of the largest inline
 * message that the sender will send, and the receive size is that of the largest message that it can receive. Stateless
 * and thread-safe.
 */
public final class CmPrivateData {
    /** The length of the private data, in bytes. */
    public static final int LENGTH = 8;
    /** The first word, which identifies the format. */
    public static final int MAGIC = 0xf6ab0e18;
    /** The format version. */
    public static final int VERSION = 1;
    /** The inline threshold, in bytes, of a peer that sends no private data. */
    public static final int DEFAULT_INLINE_THRESHOLD = 1024;
    /** The smallest inline threshold, and the unit of all thresholds, in bytes. */
    public static final int UNIT = 1024;
    /** The largest inline threshold that the format can express, in bytes. */
    public static final int MAX_INLINE_THRESHOLD = 256 * UNIT;

    private static final int VERSION_AT = 4;
    private static final int FLAGS_AT = 5;
    private static final int SEND_SIZE_AT = 6;
    private static final int RECEIVE_SIZE_AT = 7;
    private static final int REMOTE_INVALIDATION = 1;

    private CmPrivateData() {}

    /**
     * Returns true if a connection event contains this private data.
     *
     * @param data   the buffer that contains the event's private data.
     * @param offset the offset of the first byte.
     * @param length the length in bytes; bytes after the first {@link #LENGTH} are ignored.
     * @return true if the magic number and the version match, in which case the other methods can read the data.
     */
    public static boolean isPresent(final DirectBuffer data, final int offset, final int length) {
        return length >= LENGTH
                && data.getInt(offset, BIG_ENDIAN) == MAGIC
                && data.getByte(offset + VERSION_AT) == VERSION;
    }

    /**
     * Returns true if the sender supports remote invalidation.
     *
     * @param data   the buffer.
     * @param offset the offset of the first byte of the private data.
     * @return the R flag.
     */
    public static boolean remoteInvalidation(final DirectBuffer data, final int offset) {
        return (data.getByte(offset + FLAGS_AT) & REMOTE_INVALIDATION) != 0;
    }

    /**
     * Returns the size of the largest inline message that the sender will send.
     *
     * @param data   the buffer.
     * @param offset the offset of the first byte of the private data.
     * @return the size in bytes, {@link #UNIT} to {@link #MAX_INLINE_THRESHOLD}.
     */
    public static int sendSize(final DirectBuffer data, final int offset) {
        return size(data.getByte(offset + SEND_SIZE_AT));
    }

    /**
     * Returns the size of the largest inline message that the sender can receive.
     *
     * @param data   the buffer.
     * @param offset the offset of the first byte of the private data.
     * @return the size in bytes, {@link #UNIT} to {@link #MAX_INLINE_THRESHOLD}.
     */
    public static int receiveSize(final DirectBuffer data, final int offset) {
        return size(data.getByte(offset + RECEIVE_SIZE_AT));
    }

    /**
     * Writes private data.
     *
     * @param target             the buffer, which must have at least {@link #LENGTH} bytes after the offset.
     * @param offset             the offset of the first byte to write.
     * @param remoteInvalidation true if this side supports remote invalidation.
     * @param sendSize           the size of the largest inline message that this side sends, in bytes: a multiple of
     *                           {@link #UNIT} up to {@link #MAX_INLINE_THRESHOLD}.
     * @param receiveSize        the size of the largest inline message that this side can receive, in bytes, in the
     *                           same range.
     */
    public static void write(
            final MutableDirectBuffer target,
            final int offset,
            final boolean remoteInvalidation,
            final int sendSize,
            final int receiveSize) {
        target.putLong(offset, word(remoteInvalidation, sendSize, receiveSize), BIG_ENDIAN);
    }

    private static long word(final boolean remoteInvalidation, final int sendSize, final int receiveSize) {
        final int flags = remoteInvalidation ? REMOTE_INVALIDATION : 0;
        final int sizes = units("sendSize", sendSize) << Byte.SIZE | units("receiveSize", receiveSize);
        return (long) MAGIC << Integer.SIZE | VERSION << 24 | flags << 16 | sizes;
    }

    private static int size(final byte units) {
        return ((units & 0xff) + 1) * UNIT;
    }

    private static int units(final String name, final int size) {
        if (size < UNIT || size > MAX_INLINE_THRESHOLD || size % UNIT != 0) {
            throw new IllegalArgumentException(name + " must be a multiple of " + UNIT + " up to "
                    + MAX_INLINE_THRESHOLD + ": " + name + "=" + size);
        }
        return size / UNIT - 1;
    }
}
