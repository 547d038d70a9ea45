// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Takes records out of a stream (RFC 5531, section 11): each is a number of fragments, the last of which is marked.
 *
 * <pre>
 *   | last, 31 bits of length | bytes | last, length | bytes | ...
 * </pre>
 */
final class RecordReader {
    private static final int LAST = 1 << 31;

    private final ByteBuffer head = ByteBuffer.allocate(Integer.BYTES);
    private final ByteBuffer record;
    private boolean inFragment;
    private int fragments;

    /** Makes a reader of records of a length at most. */
    RecordReader(final int longest) {
        record = ByteBuffer.allocate(longest).limit(0);
    }

    /** Returns the marker in front of a record that goes out as one fragment. */
    static int marker(final int length) {
        return LAST | length;
    }

    /**
     * Reads the bytes that are available, to the end of a record at most. A record may have as many fragments as it may
     * have bytes: a peer that sends empty ones without end keeps nobody waiting.
     *
     * @return true if a record is whole; {@link #next()} goes on behind it.
     * @throws EOFException if the stream has ended.
     * @throws IOException  if a record is too long or has too many fragments, or the stream fails.
     */
    boolean read(final ReadableByteChannel channel) throws IOException {
        while (true) {
            final ByteBuffer wanted = inFragment ? record : head;
            final int count = wanted.hasRemaining() ? channel.read(wanted) : 0;
            if (count < 0) {
                throw new EOFException("stream has ended");
            }
            if (wanted.hasRemaining()) {
                return false;
            }
            if (inFragment && endFragment()) {
                return true;
            }
            beginFragment();
        }
    }

    private void beginFragment() throws IOException {
        if (inFragment || head.hasRemaining()) {
            return;
        }
        final int length = head.getInt(0) & ~LAST;
        if (length > record.capacity() - record.position()) {
            throw new IOException("record is too long: length=" + (record.position() + (long) length) + " longest="
                    + record.capacity());
        }
        record.limit(record.position() + length);
        inFragment = true;
    }

    private boolean endFragment() throws IOException {
        inFragment = false;
        head.clear();
        if (++fragments > record.capacity()) {
            throw new IOException("record has too many fragments: limit=" + record.capacity());
        }
        return head.getInt(0) < 0;
    }

    byte[] bytes() {
        return record.array();
    }

    int length() {
        return record.position();
    }

    void next() {
        record.clear().limit(0);
        fragments = 0;
    }
}
