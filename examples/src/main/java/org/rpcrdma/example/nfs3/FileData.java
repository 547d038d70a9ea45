// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Transfers data between a file and the transport's buffers. Chunk data is read into and written from the memory that
 * RDMA accesses, without a copy. Only data in a message on the JVM's heap is copied.
 */
final class FileData {
    private FileData() {}

    /** Reads until a length or the end of the file is reached; returns the number of bytes read. */
    static int read(
            final OpenFile file, final long offset, final MutableDirectBuffer target, final int at, final int length)
            throws IOException {
        if (target.byteArray() == null) {
            return read(file, offset, target.addressOffset() + at, length);
        }
        final ByteBuffer memory = ByteBuffer.allocateDirect(length);
        final int done = read(file, offset, BufferUtil.address(memory), length);
        target.putBytes(at, memory, 0, done);
        return done;
    }

    private static int read(final OpenFile file, final long offset, final long address, final int length)
            throws IOException {
        int done = 0;
        while (done < length) {
            final int more = file.read(address + done, length - done, offset + done);
            if (more == 0) {
                break;
            }
            done += more;
        }
        return done;
    }

    /** Writes all bytes. */
    static void write(final OpenFile file, final long offset, final DirectBuffer source, final int at, final int length)
            throws IOException {
        if (source.byteArray() == null) {
            write(file, offset, source.addressOffset() + at, length);
            return;
        }
        final ByteBuffer memory = ByteBuffer.allocateDirect(length);
        source.getBytes(at, memory, 0, length);
        try {
            write(file, offset, BufferUtil.address(memory), length);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    private static void write(final OpenFile file, final long offset, final long address, final int length)
            throws IOException {
        int done = 0;
        while (done < length) {
            done += file.write(address + done, length - done, offset + done);
        }
    }
}
