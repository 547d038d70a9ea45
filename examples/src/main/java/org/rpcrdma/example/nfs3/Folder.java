// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stable store that is a folder: a journal of the tree, and a file with the bytes of each file.
 *
 * <pre>
 *   FOLDER/lock           held by the process that serves the folder
 *   FOLDER/journal        frame 0: file system, highest inode; then a frame an operation
 *   FOLDER/data/INODE     bytes of a file, from its begin
 * </pre>
 *
 * <p>It outlives a process, not the machine: nothing waits for a disk. Failures to write are {@link
 * UncheckedIOException}s, after which the process should end: its answers to clients would not hold after a restart.
 */
final class Folder implements StableStore, AutoCloseable {
    private final Path path;
    private final FileChannel lock;
    private final JournalFile journal;
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private final DataOutputStream records = new DataOutputStream(batch);
    private final List<Long> removed = new ArrayList<>();

    /** Which file system it is: a number that was drawn when the folder was first used. */
    final long fileSystem;

    /** The contents of the folder when it was opened. */
    final TreeImage image = new TreeImage();

    /**
     * Opens a folder, and makes it if there is none.
     *
     * @param path          the folder.
     * @param newFileSystem the number of the file system if it is new.
     * @param capacity      what the files take their memory from.
     * @throws IOException if it cannot be read, written or locked.
     */
    Folder(final Path path, final long newFileSystem, final Capacity capacity) throws IOException {
        this.path = path;
        Files.createDirectories(path.resolve("data"));
        lock = FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            throw new IOException("folder is served by another process: folder=" + path);
        }
        fileSystem = load(newFileSystem, capacity);
        loadData();
        final Path fresh = path.resolve("journal.new");
        journal = new JournalFile(fresh);
        records.writeLong(fileSystem);
        records.writeLong(image.lastInode);
        end();
        image.copyTo(this);
        Files.move(fresh, path.resolve("journal"), StandardCopyOption.ATOMIC_MOVE);
    }

    private long load(final long newFileSystem, final Capacity capacity) throws IOException {
        final Path file = path.resolve("journal");
        final List<byte[]> frames = Files.exists(file) ? JournalFile.read(file) : List.of();
        if (frames.isEmpty()) {
            return newFileSystem;
        }
        final ByteBuffer head = ByteBuffer.wrap(frames.get(0));
        final long id = head.getLong();
        image.lastInode = head.getLong();
        for (final byte[] frame : frames.subList(1, frames.size())) {
            JournalRecords.replay(new DataInputStream(new ByteArrayInputStream(frame)), image, capacity);
        }
        return id;
    }

    private void loadData() throws IOException {
        final List<Path> files;
        try (Stream<Path> listed = Files.list(path.resolve("data"))) {
            files = listed.toList();
        }
        for (final Path file : files) {
            final long inode = Long.parseLong(file.getFileName().toString());
            if (image.inodes.containsKey(inode)) {
                loadData(inode, file);
            } else {
                Files.delete(file);
            }
        }
    }

    /** The journal is written behind the data: it may know of fewer bytes. */
    private void loadData(final long inode, final Path file) throws IOException {
        final long size = image.inodes.get(inode).size;
        final ByteBuffer bytes = ByteBuffer.allocate(FileContent.EXTENT);
        try (FileChannel channel = FileChannel.open(file)) {
            for (long at = 0; at < size && channel.read(bytes.clear(), at) > 0; at += bytes.position()) {
                image.data(inode, at, bytes.array(), (int) Math.min(bytes.position(), size - at));
            }
        }
    }

    @Override
    public void inode(final Inode inode) {
        record(() -> JournalRecords.inode(records, inode));
    }

    @Override
    public void inodeRemoved(final long inode) {
        record(() -> JournalRecords.inodeRemoved(records, inode));
        removed.add(inode);
    }

    @Override
    public void entry(final long directory, final DirectoryEntry entry) {
        record(() -> JournalRecords.entry(records, 'E', directory, entry));
    }

    @Override
    public void entryRemoved(final long directory, final DirectoryEntry entry) {
        record(() -> JournalRecords.entry(records, 'R', directory, entry));
    }

    @Override
    public void end() {
        record(() -> journal.append(batch.toByteArray()));
        batch.reset();
        for (final long inode : removed) {
            record(() -> Files.deleteIfExists(dataFile(inode)));
        }
        removed.clear();
    }

    @Override
    public void data(final long inode, final long offset, final byte[] bytes, final int length) {
        record(() -> {
            try (FileChannel channel =
                    FileChannel.open(dataFile(inode), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                final ByteBuffer source = ByteBuffer.wrap(bytes, 0, length);
                while (source.hasRemaining()) {
                    channel.write(source, offset + source.position());
                }
            }
        });
    }

    @Override
    public void dataCut(final long inode, final long size) {
        record(() -> {
            if (Files.exists(dataFile(inode))) {
                try (FileChannel channel = FileChannel.open(dataFile(inode), StandardOpenOption.WRITE)) {
                    channel.truncate(size);
                }
            }
        });
    }

    private Path dataFile(final long inode) {
        return path.resolve("data").resolve(Long.toString(inode));
    }

    /** Something that writes. */
    private interface Recording {
        void run() throws IOException;
    }

    private static void record(final Recording recording) {
        try {
            recording.run();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        journal.close();
        lock.close();
    }
}
