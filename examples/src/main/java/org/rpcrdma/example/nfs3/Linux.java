// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;

/**
 * System calls of Linux that Java lacks. A failed call throws the exception that {@link java.nio.file.Files} throws for
 * the same error, or an exception with the text of strerror(3).
 */
interface Linux {
    /** The server's current time, for {@link #setTimes}. */
    long NOW = Long.MIN_VALUE;

    /** A time that {@link #setTimes} leaves unchanged. */
    long UNCHANGED = Long.MIN_VALUE + 1;

    /**
     * The result of statfs(2).
     *
     * @param type the file system's magic number.
     * @param id the f_fsid, which most file systems derive from their UUID.
     * @param files the maximum number of inodes.
     * @param freeFiles free inodes.
     */
    record FileSystem(long type, long id, long files, long freeFiles) {}

    /**
     * Opens a file.
     *
     * @param flags flags of open(2).
     * @param mode the permissions of a file that is created.
     * @return the descriptor of the file.
     */
    int open(Path path, int flags, int mode) throws IOException;

    void close(int descriptor);

    /** Reads at an offset, pread(2); returns the bytes read, 0 at the end. */
    int read(int descriptor, long address, int length, long offset) throws IOException;

    /** Writes at an offset, pwrite(2); returns the bytes written. */
    int write(int descriptor, long address, int length, long offset) throws IOException;

    /** Waits until written data is stable: fdatasync(2) or fsync(2). */
    void sync(int descriptor, boolean dataOnly) throws IOException;

    /** Truncates or extends a file, ftruncate(2). Added bytes are zero and are not written. */
    void truncate(int descriptor, long size) throws IOException;

    /**
     * Sets times, utimensat(2), in nanoseconds since 1970-01-01T00:00:00Z.
     *
     * @param follow true to follow a final symbolic link.
     */
    void setTimes(Path path, boolean follow, long accessTime, long modifyTime) throws IOException;

    FileSystem fileSystem(int descriptor) throws IOException;

    /** Opens a queue of notices, inotify(7). */
    int openNotices() throws IOException;

    /**
     * Adds a directory's notices to a queue.
     *
     * @param kinds the kinds of notices, see inotify(7).
     * @return the watch number in the notices; the same directory has the same number.
     */
    int watch(int queue, Path directory, int kinds) throws IOException;

    void unwatch(int queue, int watch);

    /** Reads notices from a queue; returns their bytes, or 0. */
    int takeNotices(int queue, long address, int length);

    /** Returns the UUID of a file system, folded like f_fsid; 0 if it is unknown. */
    long uuid(int descriptor);
}
