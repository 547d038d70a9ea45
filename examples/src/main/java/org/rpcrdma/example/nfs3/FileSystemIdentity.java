// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;

/**
 * The identity of a file system and its inodes across reboots. The device number is unsuitable, because the kernel
 * assigns device numbers in the order in which devices appear and file systems are mounted.
 *
 * @param id            the f_fsid or the UUID; 0 if the file system has neither.
 * @param hasBirthTimes true if the file system preserves the birth times of inodes.
 */
record FileSystemIdentity(long id, boolean hasBirthTimes) {
    /** The magic number of overlayfs, which copies a file on the first write and then reports the copy's birth time. */
    private static final long OVERLAYFS = 0x794c_7630L;

    /** The magic number of XFS, which derives f_fsid from the device number. */
    private static final long XFS = 0x5846_5342L;

    private static final long INTEGER = 0xffff_ffffL;

    static FileSystemIdentity of(final Descriptor directory, final Path path, final boolean readOnly)
            throws IOException {
        final Linux.FileSystem seen = directory.fileSystem();
        final long uuid = seen.type() == XFS ? directory.uuid() : 0;
        final boolean hasBirthTimes = readOnly || keepsBirthTimes(path);
        return new FileSystemIdentity(uuid == 0 ? seen.id() : uuid, hasBirthTimes && seen.type() != OVERLAYFS);
    }

    /**
     * Returns true if the file system preserves birth times. For a file system without birth times, Java reports the
     * modification time instead.
     */
    private static boolean keepsBirthTimes(final Path directory) throws IOException {
        final Path probe = Files.createTempFile(directory, ".nfs3-server", null);
        try {
            final FileTime past = FileTime.fromMillis(0);
            Files.setLastModifiedTime(probe, past);
            return !Files.getAttribute(probe, "creationTime").equals(past);
        } finally {
            Files.delete(probe);
        }
    }

    /** Returns the 32-bit number that identifies an exported directory. */
    long number(final Attributes directory) {
        return Objects.hash(id == 0 ? directory.fileSystem() : id, directory.inode()) & INTEGER;
    }
}
