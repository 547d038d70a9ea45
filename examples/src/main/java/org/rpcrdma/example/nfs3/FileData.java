// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Moves bytes between a file and the transport's buffers. Those of chunks are the memory that RDMA READ and RDMA WRITE
 * use: the host reads and writes them in place. Only data inside a message may be copied.
 */
final class FileData {
    private FileData() {}

    /** Reads until the length or the file ends; returns the bytes read. */
    static int read(
            final FileChannel file, final long offset, final MutableDirectBuffer target, final int at, final int length)
            throws IOException {
        final ByteBuffer inPlace = inPlace(target, at, length);
        final ByteBuffer bytes = inPlace == null ? ByteBuffer.allocate(length) : inPlace;
        final int begin = bytes.position();
        int done = 0;
        while (done < length) {
            final int more = file.read(bytes, offset + done);
            if (more <= 0) {
                break;
            }
            done += more;
        }
        if (inPlace == null) {
            target.putBytes(at, bytes, begin, done);
        }
        return done;
    }

    /** Writes all. */
    static void write(
            final FileChannel file, final long offset, final DirectBuffer source, final int at, final int length)
            throws IOException {
        final ByteBuffer inPlace = inPlace(source, at, length);
        final ByteBuffer bytes = inPlace == null ? ByteBuffer.allocate(length) : inPlace;
        if (inPlace == null) {
            source.getBytes(at, bytes.duplicate(), length);
        }
        long to = offset;
        while (bytes.hasRemaining()) {
            to += file.write(bytes, to);
        }
    }

    private static ByteBuffer inPlace(final DirectBuffer buffer, final int at, final int length) {
        final ByteBuffer memory = buffer.byteBuffer();
        if (memory == null) {
            return null;
        }
        final int begin = buffer.wrapAdjustment() + at;
        return memory.duplicate().clear().limit(begin + length).position(begin);
    }
}
