// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Linux system calls that Java lacks. If a call fails, it throws the same exception as {@link java.nio.file.Files} for
 * that error, or an exception with the text of strerror(3).
 */
interface Linux {
    /** Sets the server's current time; an argument of {@link #setTimes}. */
    long NOW = Long.MIN_VALUE;

    /** Leaves a time unchanged; an argument of {@link #setTimes}. */
    long UNCHANGED = Long.MIN_VALUE + 1;

    /**
     * The result of statfs(2).
     *
     * @param type      the file system's magic number.
     * @param id        the f_fsid, which most file systems derive from their UUID.
     * @param files     the maximum number of inodes.
     * @param freeFiles the number of free inodes.
     */
    record FileSystem(long type, long id, long files, long freeFiles) {}

    /**
     * Opens a file.
     *
     * @param flags the flags of open(2).
     * @param mode  the permissions if the file is created.
     * @return the file's descriptor.
     */
    int open(Path path, int flags, int mode) throws IOException;

    void close(int descriptor);

    /** Reads at an offset with pread(2). Returns the number of bytes read, 0 at the end of the file. */
    int read(int descriptor, long address, int length, long offset) throws IOException;

    /** Writes at an offset with pwrite(2). Returns the number of bytes written. */
    int write(int descriptor, long address, int length, long offset) throws IOException;

    /** Waits until written data is on stable storage, with fdatasync(2) or fsync(2). */
    void sync(int descriptor, boolean dataOnly) throws IOException;

    /** Truncates or extends a file with ftruncate(2). Added bytes read as zeros but are not written. */
    void truncate(int descriptor, long size) throws IOException;

    /**
     * Sets times with utimensat(2), in nanoseconds since 1970-01-01T00:00:00Z.
     *
     * @param follow true to follow a final symbolic link.
     */
    void setTimes(Path path, boolean follow, long accessTime, long modifyTime) throws IOException;

    /** Returns a path's attributes with statx(2), without following a final symbolic link. */
    Attributes attributes(Path path) throws IOException;

    /** Returns the attributes of a name in an open directory, without following a symbolic link. */
    Attributes attributes(int directory, Path name) throws IOException;

    /** Returns an open inode's attributes. */
    Attributes attributes(int descriptor) throws IOException;

    FileSystem fileSystem(int descriptor) throws IOException;

    /** Opens an inotify(7) queue. */
    int openNotices() throws IOException;

    /**
     * Adds a directory to an inotify queue.
     *
     * @param kinds the kinds of notices; see inotify(7).
     * @return the watch number that the notices contain; a directory always has the same number.
     */
    int watch(int queue, Path directory, int kinds) throws IOException;

    void unwatch(int queue, int watch);

    /** Reads notices from a queue. Returns their length in bytes, or 0 if the queue is empty. */
    int takeNotices(int queue, long address, int length);

    /** Returns a file system's UUID, folded like f_fsid; 0 if it is unknown. */
    long uuid(int descriptor);
}
