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
 * The results of the points that a process runs, one line of JSON each, in a separate file. A line is on disk before
 * the next point begins; a partial line after a kill or a full disk is dropped when the file is opened again.
 */
public final class PointLog implements Closeable {
    private static final int BLOCK = 4096;

    private final Path file;
    private final FileChannel channel;

    private PointLog(final Path file, final FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens the file, which no other process may have open. */
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

    /** Returns the bytes up to the last end of a line. */
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
     * Keeps a result.
     *
     * @param line without the end of the line.
     * @throws IOException if it cannot be kept.
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
