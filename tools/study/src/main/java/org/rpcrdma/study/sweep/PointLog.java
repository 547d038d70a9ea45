// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rpcrdma.bench.file.IoReason;

/**
 * A file with the results of the points that one process runs. Each result is a line of JSON, which is on disk before
 * the next point begins. A kill or a full disk can leave a partial line, which is dropped when the file is opened
 * again.
 */
public final class PointLog implements Closeable {
    private static final int BLOCK = 4096;

    private final Path file;
    private final FileChannel channel;

    private PointLog(final Path file, final FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens the file. No other process may have it open. */
    static PointLog open(final Path file) throws IOException {
        final FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        final PointLog log = new PointLog(file, channel);
        try {
            log.dropTornLine();
            return log;
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void dropTornLine() throws IOException {
        final long whole = wholeLines();
        if (whole < channel.size()) {
            channel.truncate(whole);
        }
        channel.position(whole);
    }

    /** Returns the number of bytes up to the last line end. */
    private long wholeLines() throws IOException {
        final ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long end = channel.size(); end > 0; ) {
            final long begin = Math.max(0, end - BLOCK);
            block.clear().limit((int) (end - begin));
            final int length = channel.read(block, begin);
            for (int i = length - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return begin + i + 1;
                }
            }
            end = begin;
        }
        return 0;
    }

    /**
     * Appends a result.
     *
     * @param line the result, without a line end.
     * @throws IOException if the result cannot be written.
     */
    public void append(final String line) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (final IOException e) {
            throw new IOException("cannot write " + file + ": " + IoReason.of(e) + "; earlier points are kept", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
