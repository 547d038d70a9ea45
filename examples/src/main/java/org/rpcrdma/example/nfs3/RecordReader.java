// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads records from a stream (RFC 5531, section 11). A record consists of fragments, the last of which is marked. Not
 * thread-safe.
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

    /** Creates a reader for records of a limited length. */
    RecordReader(final int longest) {
        record = ByteBuffer.allocate(longest).limit(0);
    }

    /** Returns the marker that precedes a record sent as one fragment. */
    static int marker(final int length) {
        return LAST | length;
    }

    /**
     * Reads the available bytes, up to the end of the record. A record may contain at most as many fragments as bytes,
     * so a peer cannot block the server with endless empty fragments.
     *
     * @return true if the record is complete; call {@link #next()} to continue with the following record.
     * @throws EOFException if the stream has ended.
     * @throws IOException  if the record is too long, has too many fragments, or cannot be read.
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
