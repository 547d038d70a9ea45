// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.agrona.IoUtil;
import org.agrona.MarkFile;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The counters file of this process, mapped. Every byte is written before it is mapped: a full disk is an exception
 * then, and no fault at some later store.
 */
final class CountersFile implements AutoCloseable {
    private final Path file;
    private final MarkFile mark;
    private final CountersLayout layout;
    private final File looked;

    private CountersFile(final Path file, final MarkFile mark) {
        this.file = file;
        this.looked = file.toFile();
        this.mark = mark;
        this.layout = new CountersLayout(mark.buffer());
    }

    /**
     * Makes the file. One that a process left behind when it died is replaced.
     *
     * @throws IOException           if it cannot be made; nothing is left of it then.
     * @throws IllegalStateException if the file is in use.
     */
    static CountersFile create(final Path file, final int counters, final long nowMillis) throws IOException {
        try (FileChannel channel = reserve(file)) {
            try {
                final int length = CountersLayout.length(counters);
                IoUtil.fill(channel, 0, length, (byte) 0);
                final CountersFile created = new CountersFile(
                        file,
                        new MarkFile(
                                channel.map(MapMode.READ_WRITE, 0, length),
                                CountersLayout.VERSION_OFFSET,
                                CountersLayout.UPDATED_OFFSET));
                created.layout.begin(CountersOwner.ownPid(), CountersOwner.ownStartMillis(), nowMillis);
                created.mark.signalReady(CountersLayout.VERSION);
                return created;
            } catch (final IOException | RuntimeException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        }
    }

    private static FileChannel reserve(final Path file) throws IOException {
        try {
            return createNew(file);
        } catch (final FileAlreadyExistsException e) {
            giveUpStale(file);
        }
        try {
            return createNew(file);
        } catch (final FileAlreadyExistsException e) {
            throw inUse(file, "");
        }
    }

    private static FileChannel createNew(final Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                CountersFolder.forOwner(file, "rw-------"));
    }

    /**
     * Deletes a file whose process has died. Of several who want to, one holds the lock and gives the file up for
     * good; whoever gets the lock later deletes nothing, as the name may stand for that one's new file by then.
     */
    static void giveUpStale(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            final ByteBuffer head =
                    ByteBuffer.allocate(CountersLayout.HEAD_LENGTH).order(ByteOrder.nativeOrder());
            if (channel.read(head, 0) < CountersLayout.HEAD_LENGTH
                    || head.getLong(CountersLayout.MAGIC_OFFSET) != CountersLayout.MAGIC) {
                throw new IOException("file is there and is no counters file: file=" + file);
            }
            if (lock == null || head.getInt(CountersLayout.VERSION_OFFSET) == CountersLayout.GIVEN_UP) {
                return;
            }
            final long pid = head.getLong(CountersLayout.PID_OFFSET);
            if (!CountersOwner.isGone(pid, head.getLong(CountersLayout.UPDATED_OFFSET))) {
                throw inUse(file, " pid=" + pid);
            }
            head.putInt(CountersLayout.VERSION_OFFSET, CountersLayout.GIVEN_UP).rewind();
            channel.write(head, 0);
            Files.delete(file);
        } catch (final OverlappingFileLockException e) {
            throw inUse(file, "");
        }
    }

    private static IllegalStateException inUse(final Path file, final String owner) {
        return new IllegalStateException("counters file is in use: file=" + file + owner);
    }

    /** Returns true if the file is there with all its bytes: storing behind the end of one that was cut is a fault. */
    boolean isWhole() {
        return looked.length() == mark.buffer().capacity();
    }

    UnsafeBuffer metaData() {
        return layout.metaData();
    }

    UnsafeBuffer values() {
        return layout.values();
    }

    void updated(final long nowMillis) {
        mark.timestampRelease(nowMillis);
    }

    /** Ends the mapping, so that nobody may use its buffers any more, and deletes the file. */
    @Override
    public void close() throws IOException {
        mark.close();
        Files.deleteIfExists(file);
    }
}
