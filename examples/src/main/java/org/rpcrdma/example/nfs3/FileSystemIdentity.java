// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;

/**
 * What tells a file system and its inodes from others, at the next boot, too. The number of its device does not: the
 * kernel gives it in the order in which devices and mounts come.
 *
 * @param id            its f_fsid, or its UUID; 0 if it has neither.
 * @param hasBirthTimes true if an inode keeps the time of its birth, whatever happens to it.
 */
record FileSystemIdentity(long id, boolean hasBirthTimes) {
    /** Copies a file that is written for the first time, and shows the birth of the copy. */
    private static final long OVERLAYFS = 0x794c_7630L;

    /** Has the number of its device in f_fsid. */
    private static final long XFS = 0x5846_5342L;

    private static final long INTEGER = 0xffff_ffffL;

    static FileSystemIdentity of(final Descriptor directory, final Path path, final boolean readOnly)
            throws IOException {
        final Linux.FileSystem seen = directory.fileSystem();
        final long uuid = seen.type() == XFS ? directory.uuid() : 0;
        final boolean hasBirthTimes = readOnly || keepsBirthTimes(path);
        return new FileSystemIdentity(uuid == 0 ? seen.id() : uuid, hasBirthTimes && seen.type() != OVERLAYFS);
    }

    /** Java gives the time of the last change where a file system keeps no birth times. */
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

    /** Returns the number of the export of a directory, of 32 bits. */
    long number(final Attributes directory) {
        return Objects.hash(id == 0 ? directory.fileSystem() : id, directory.inode()) & INTEGER;
    }
}
