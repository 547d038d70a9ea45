// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rpcrdma.bench.file.IoReason;

/**
 * The points that processes are currently running, and the files to which they append. A claim is a lock on one byte of
 * a file, which is released when its process exits or crashes. The file is empty. A process must open it only once,
 * because closing any channel of a file releases the process's locks on that file.
 */
final class Claims implements Closeable {
    /** A number that exceeds the number of points and the number of slices. */
    private static final long MOST_SLICES = 1_000_000;

    private final Path file;
    private final FileChannel channel;

    /** Opens the file that all processes sharing a folder use. */
    Claims(final Path file) throws IOException {
        this.file = file;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (final IOException e) {
            throw new IOException("cannot open " + file + ": " + IoReason.of(e), e);
        }
    }

    /**
     * Claims a point. Returns the lock, which the caller releases, or null if another process has claimed the point.
     */
    FileLock take(final Point point) throws IOException {
        return take(point.number());
    }

    /** Claims one of a slice's files. Returns the lock, or null if other processes have claimed the file. */
    FileLock take(final Slice slice, final int file) throws IOException {
        return take(slice.count() * MOST_SLICES + slice.index() - 1 + file);
    }

    private FileLock take(final long place) throws IOException {
        try {
            return channel.tryLock(place, 1, false);
        } catch (final OverlappingFileLockException e) {
            // Another thread in this JVM holds the claim, so the point is skipped as if another process held it.
            return null;
        } catch (final IOException e) {
            throw new IOException("cannot lock " + file + ": " + IoReason.of(e), e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
