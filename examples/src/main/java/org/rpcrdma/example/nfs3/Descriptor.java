// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;

/**
 * An open inode. On Linux, {@code /proc/self/fd/N} refers to the inode itself, regardless of its names. Using this path
 * replaces openat(2) and fchmod(2), which Java lacks. The path is a magic link, so it must be followed, and it is valid
 * only while the descriptor is open.
 */
final class Descriptor implements AutoCloseable {
    /** The flags of open(2) on x86-64 and most other architectures. On arm64, the last two have different values. */
    private static final int O_RDONLY = 0;

    private static final int O_WRONLY = 1;
    private static final int O_RDWR = 2;
    private static final int O_CREAT = 0100;
    private static final int O_EXCL = 0200;
    private static final int O_CLOEXEC = 02000000;
    private static final int O_PATH = 010000000;
    private static final boolean IS_ARM = System.getProperty("os.arch").equals("aarch64");
    private static final int O_DIRECTORY = IS_ARM ? 040000 : 0200000;
    private static final int O_NOFOLLOW = IS_ARM ? 0100000 : 0400000;
    private static final int OWNER_ONLY = 0600;
    private static final Path ALL = Path.of("/proc/self/fd");

    private final Linux linux;
    private final int number;
    private final Path path;
    private boolean closed;

    private Descriptor(final Path opened, final int flags, final int mode) throws IOException {
        linux = LinuxFiles.calls();
        number = linux.open(opened, flags | O_CLOEXEC, mode);
        path = ALL.resolve(Integer.toString(number));
    }

    /** Opens a directory, following symbolic links. */
    static Descriptor ofDirectory(final Path path) throws IOException {
        return new Descriptor(path, O_DIRECTORY, 0);
    }

    /**
     * Opens an inode of any type so that its attributes can be checked and changed. A final symbolic link is not
     * followed.
     */
    static Descriptor ofInode(final Path path) throws IOException {
        return new Descriptor(path, O_PATH | O_NOFOLLOW, 0);
    }

    /** Creates a file that only its owner may use, and opens it for reading and writing. */
    static Descriptor ofNewFile(final Path path) throws IOException {
        return new Descriptor(path, O_RDWR | O_CREAT | O_EXCL, OWNER_ONLY);
    }

    /** Opens this file's data, either for reading or for writing. */
    Descriptor ofData(final boolean write) throws IOException {
        return new Descriptor(path, write ? O_WRONLY : O_RDONLY, 0);
    }

    /** Returns the path that refers to the inode. */
    Path path() {
        return path;
    }

    /** Returns the inode's attributes. */
    Attributes attributes() throws IOException {
        return linux.attributes(number);
    }

    /** Returns the inode's attributes, or null if the host cannot read them. */
    Attributes attributesOrNull() {
        try {
            return attributes();
        } catch (final IOException e) {
            return null;
        }
    }

    /** Returns the attributes of a name in this directory, without following a symbolic link. */
    Attributes attributes(final Path name) throws IOException {
        return linux.attributes(number, name);
    }

    int read(final long address, final int length, final long offset) throws IOException {
        return linux.read(number, address, length, offset);
    }

    int write(final long address, final int length, final long offset) throws IOException {
        return linux.write(number, address, length, offset);
    }

    void sync(final boolean dataOnly) throws IOException {
        linux.sync(number, dataOnly);
    }

    void truncate(final long size) throws IOException {
        linux.truncate(number, size);
    }

    Linux.FileSystem fileSystem() throws IOException {
        return linux.fileSystem(number);
    }

    long uuid() {
        return linux.uuid(number);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            linux.close(number);
        }
    }
}
