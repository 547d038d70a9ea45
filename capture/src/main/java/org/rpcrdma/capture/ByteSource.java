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
 * The bytes of a capture file, as a window that slides over them.
 *
 * <pre>
 *          position        limit
 *  +-------+---------------+-----------+
 *  | done  | readable      | room      |   buffer
 *  +-------+---------------+-----------+
 * </pre>
 *
 * <p>{@link #require(int)} makes the next bytes contiguous; they stay where they are until the next call. Damaged
 * compression ends the bytes, as the end of the file does.
 */
final class ByteSource implements Closeable {
    /** So little that what was read is still in a processor's cache when it is looked at. */
    private static final int INITIAL_CAPACITY = 1 << 18;

    private final InputStream stream;
    private byte[] bytes = new byte[INITIAL_CAPACITY];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int position;
    private int limit;
    private long start;
    /** What is wrong with the compressed bytes, or null. */
    private IOException damage;

    ByteSource(final InputStream stream) {
        this.stream = stream;
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    /** Returns the offset of the next byte in the buffer. */
    int position() {
        return position;
    }

    /** Returns how many bytes are in front of the next one. */
    long consumed() {
        return start + position;
    }

    /** Returns true if bytes are left, though perhaps fewer than were required. */
    boolean hasRemaining() {
        return limit > position;
    }

    /** Returns true if the bytes ended in damage, not at the end of the file. */
    boolean isDamaged() {
        return damage != null;
    }

    /** Returns what is wrong with the compressed bytes; only if they are damaged. */
    String damage() {
        return damage.getMessage();
    }

    /** Makes a number of bytes readable, at most a megabyte; returns false if the file ends before. */
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

    /** Steps over bytes that were required. */
    void advance(final int count) {
        position += count;
    }

    /** Steps over bytes that need not be readable; false if the file ends before. */
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
