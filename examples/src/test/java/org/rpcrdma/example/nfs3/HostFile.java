// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/**
 * The current state of a host's file, read without the code under test, except for the allocated blocks.
 *
 * @param export    the number of the export.
 * @param path      the file's path.
 * @param inode     the inode number.
 * @param birthTime the creation time.
 */
record HostFile(long export, Path path, long inode, long birthTime) {
    static HostFile of(final long export, final Path path) {
        return new HostFile(export, path, (long) get(path, "ino"), nanos(get(path, "creationTime")));
    }

    private static Object get(final Path path, final String name) {
        try {
            return Files.getAttribute(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long nanos(final Object time) {
        return ((FileTime) time).to(TimeUnit.NANOSECONDS);
    }

    int kind() {
        return Files.isSymbolicLink(path) ? Nfs3.LNK : Files.isDirectory(path) ? Nfs3.DIR : Nfs3.REG;
    }

    int mode() {
        return (int) get(path, "mode") & 07777;
    }

    int links() {
        return (int) get(path, "nlink");
    }

    int uid() {
        return (int) get(path, "uid");
    }

    int gid() {
        return (int) get(path, "gid");
    }

    long size() {
        return (long) get(path, "size");
    }

    /** Returns the bytes of the allocated blocks, which Java cannot read. {@link AttributesTest} tests them. */
    long used() {
        try {
            return Attributes.of(path).used();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long accessTime() {
        return nanos(get(path, "lastAccessTime"));
    }

    long modifyTime() {
        return nanos(get(path, "lastModifiedTime"));
    }

    long changeTime() {
        return nanos(get(path, "ctime"));
    }

    byte[] bytes() {
        try {
            return Files.readAllBytes(path);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
