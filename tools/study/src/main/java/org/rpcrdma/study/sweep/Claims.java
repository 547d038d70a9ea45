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
 * The points that processes are running, and the files that they append to. A claim is a lock on a byte of one file,
 * released when its process exits or dies. The file is empty, and a process opens it once, because closing any channel
 * of a file releases the process's locks on it.
 */
final class Claims implements Closeable {
    /** A number that exceeds the number of points and slices. */
    private static final long MOST_SLICES = 1_000_000;

    private final Path file;
    private final FileChannel channel;

    /** Opens the file of all processes that share a folder. */
    Claims(final Path file) throws IOException {
        this.file = file;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (final IOException e) {
            throw new IOException("cannot open " + file + ": " + IoReason.of(e), e);
        }
    }

    /** Returns the claim of a point, to be released; null if another process has it. */
    FileLock take(final Point point) throws IOException {
        return take(point.number());
    }

    /** Returns a claim of one of a slice's files, or null if other processes have them. */
    FileLock take(final Slice slice, final int file) throws IOException {
        return take(slice.count() * MOST_SLICES + slice.index() - 1 + file);
    }

    private FileLock take(final long place) throws IOException {
        try {
            return channel.tryLock(place, 1, false);
        } catch (final OverlappingFileLockException e) {
            return null; // Another thread of this JVM has the claim; the point is skipped as if another process had it.
        } catch (final IOException e) {
            throw new IOException("cannot lock " + file + ": " + IoReason.of(e), e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
