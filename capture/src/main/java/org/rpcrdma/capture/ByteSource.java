// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the bytes of a capture file through a sliding window.
 *
 * <pre>
 *          position        limit
 *  +-------+---------------+-----------+
 *  | done  | readable      | room      |   buffer
 *  +-------+---------------+-----------+
 * </pre>
 *
 * <p>{@link #require(int)} makes contiguous bytes readable, which stay in place until the next call. If compressed data
 * is damaged, the input ends at the damage, as if this were the end of the file.
 */
final class ByteSource implements Closeable {
    /**
     * The initial size of the buffer. It is so small that bytes are still in the processor's cache when they are
     * parsed.
     */
    private static final int INITIAL_CAPACITY = 1 << 18;

    private final InputStream stream;
    private byte[] bytes = new byte[INITIAL_CAPACITY];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int position;
    private int limit;
    private long start;
    /** The error in the compressed bytes; null if no error has been found. */
    private IOException damage;

    ByteSource(final InputStream stream) {
        this.stream = stream;
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    /** Returns the offset of the next byte within the buffer. */
    int position() {
        return position;
    }

    /** Returns the number of bytes in the file that precede the next byte. */
    long consumed() {
        return start + position;
    }

    /** Returns true if any bytes are left, even if there are fewer than the reader requires. */
    boolean hasRemaining() {
        return limit > position;
    }

    /** Returns true if the input ended because its compressed data is damaged. */
    boolean isDamaged() {
        return damage != null;
    }

    /** Describes the damage. Precondition: {@link #isDamaged()}. */
    String damage() {
        return damage.getMessage();
    }

    /** Makes the given number of bytes, at most one megabyte, readable. Returns false if the file ends earlier. */
    boolean require(final int count) throws IOException {
        if (limit - position >= count) {
            return true;
        }
        final byte[] room = count > bytes.length ? new byte[2 * Integer.highestOneBit(count)] : bytes;
        System.arraycopy(bytes, position, room, 0, limit - position);
        if (room != bytes) {
            bytes = room;
            buffer.wrap(room);
        }
        start += position;
        limit -= position;
        position = 0;
        while (limit < count) {
            final int read = read();
            if (read < 0) {
                return false;
            }
            limit += read;
        }
        return true;
    }

    private int read() throws IOException {
        if (damage != null) {
            return -1;
        }
        try {
            return stream.read(bytes, limit, bytes.length - limit);
        } catch (final EOFException | ZipException e) {
            damage = e;
            return -1;
        }
    }

    /** Skips bytes that {@link #require} has made readable. */
    void advance(final int count) {
        position += count;
    }

    /** Skips bytes, whether they are readable or not. Returns false if the file ends earlier. */
    boolean skip(final long count) throws IOException {
        long left = count;
        while (left > 0) {
            if (!require(1)) {
                return false;
            }
            final int step = (int) Math.min(left, limit - position);
            position += step;
            left -= step;
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
