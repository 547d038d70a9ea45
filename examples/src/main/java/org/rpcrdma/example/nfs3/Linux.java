// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Calls of Linux that Java lacks. A call that fails throws the exception that {@link java.nio.file.Files} has for the
 * same error, or one whose reason is the text of strerror(3).
 */
interface Linux {
    /** The server's time, to be set by {@link #setTimes}. */
    long NOW = Long.MIN_VALUE;

    /** A time that {@link #setTimes} leaves as it is. */
    long UNCHANGED = Long.MIN_VALUE + 1;

    /**
     * What statfs(2) tells of a file system.
     *
     * @param type      its magic number.
     * @param id        its f_fsid, which most file systems derive from their UUID.
     * @param files     inodes that it may have.
     * @param freeFiles inodes that are free.
     */
    record FileSystem(long type, long id, long files, long freeFiles) {}

    /**
     * Opens a file.
     *
     * @param flags of open(2).
     * @param mode  the permissions of a file that is created.
     * @return its descriptor.
     */
    int open(Path path, int flags, int mode) throws IOException;

    void close(int descriptor);

    /** Reads at an offset, pread(2); returns the bytes read, 0 at the end. */
    int read(int descriptor, long address, int length, long offset) throws IOException;

    /** Writes at an offset, pwrite(2); returns the bytes written. */
    int write(int descriptor, long address, int length, long offset) throws IOException;

    /** Waits until what was written is stable: fdatasync(2) or fsync(2). */
    void sync(int descriptor, boolean dataOnly) throws IOException;

    /** Cuts or lengthens a file, ftruncate(2): bytes that are added are zeros, and none is written. */
    void truncate(int descriptor, long size) throws IOException;

    /**
     * Sets times, utimensat(2), in nanoseconds since 1970-01-01T00:00:00Z.
     *
     * @param follow true to follow a link at the end of the path.
     */
    void setTimes(Path path, boolean follow, long accessTime, long modifyTime) throws IOException;

    FileSystem fileSystem(int descriptor) throws IOException;

    /** Opens a queue of notices, inotify(7). */
    int openNotices() throws IOException;

    /**
     * Has a directory's notices put into a queue.
     *
     * @param kinds of inotify(7).
     * @return the number that is in the notices, the same one for the same directory.
     */
    int watch(int queue, Path directory, int kinds) throws IOException;

    void unwatch(int queue, int watch);

    /** Takes notices from a queue; returns their bytes, 0 if there are none. */
    int takeNotices(int queue, long address, int length);

    /** Returns the UUID of a file system as f_fsid folds it; 0 if the kernel or the file system does not tell it. */
    long uuid(int descriptor);
}
