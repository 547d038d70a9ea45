// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** A file that frames are appended to. A frame counts when all of it is there: its length, its checksum, its bytes. */
final class JournalFile implements Closeable {
    private static final int HEAD = 8;

    private final FileChannel channel;

    /** Makes an empty file. */
    JournalFile(final Path path) throws IOException {
        channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Returns the whole frames of a file; what a process that died wrote in part is left out. */
    static List<byte[]> read(final Path path) throws IOException {
        final List<byte[]> frames = new ArrayList<>();
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        while (bytes.remaining() >= HEAD) {
            final int length = bytes.getInt();
            final int checksum = bytes.getInt();
            if (length < 0 || length > bytes.remaining()) {
                break;
            }
            final byte[] frame = new byte[length];
            bytes.get(frame);
            if (checksum(frame) != checksum) {
                break;
            }
            frames.add(frame);
        }
        return frames;
    }

    void append(final byte[] frame) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(HEAD + frame.length);
        bytes.putInt(frame.length).putInt(checksum(frame)).put(frame).flip();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static int checksum(final byte[] frame) {
        final CRC32C checksum = new CRC32C();
        checksum.update(frame);
        return (int) checksum.getValue();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
