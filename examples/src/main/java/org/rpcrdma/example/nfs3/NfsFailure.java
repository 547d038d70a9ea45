// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** Thrown to complete a procedure with a status other than OK. */
final class NfsFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final Map<Class<?>, Integer> OF_KIND = Map.of(
            NoSuchFileException.class, Nfs3.ERR_NOENT,
            FileAlreadyExistsException.class, Nfs3.ERR_EXIST,
            DirectoryNotEmptyException.class, Nfs3.ERR_NOTEMPTY,
            AccessDeniedException.class, Nfs3.ERR_ACCES,
            AtomicMoveNotSupportedException.class, Nfs3.ERR_XDEV);

    private static final String NO_DESCRIPTORS = "Too many open files";

    /** Error numbers by their strerror(3) texts, because Java does not expose errno. */
    private static final Map<String, Integer> OF_WORDS = Map.ofEntries(
            Map.entry("Operation not permitted", Nfs3.ERR_PERM),
            Map.entry("Not a directory", Nfs3.ERR_NOTDIR),
            Map.entry("Is a directory", Nfs3.ERR_ISDIR),
            Map.entry("Invalid argument", Nfs3.ERR_INVAL),
            Map.entry("File too large", Nfs3.ERR_FBIG),
            Map.entry("No space left on device", Nfs3.ERR_NOSPC),
            Map.entry("Read-only file system", Nfs3.ERR_ROFS),
            Map.entry("Too many links", Nfs3.ERR_MLINK),
            Map.entry("File name too long", Nfs3.ERR_NAMETOOLONG),
            Map.entry("Directory not empty", Nfs3.ERR_NOTEMPTY),
            Map.entry("Disk quota exceeded", Nfs3.ERR_DQUOT),
            Map.entry("Stale file handle", Nfs3.ERR_STALE),
            Map.entry("Text file busy", Nfs3.ERR_ACCES), // a running program: NFS version 3 has no status for it
            Map.entry(NO_DESCRIPTORS, Nfs3.ERR_JUKEBOX),
            Map.entry("Too many open files in system", Nfs3.ERR_JUKEBOX),
            Map.entry("Cannot allocate memory", Nfs3.ERR_JUKEBOX));

    /** The status to report to the client. */
    final int status;

    /**
     * Creates a failure without a stack trace, because clients can cause failures at will.
     *
     * @param status an nfsstat3 other than OK.
     */
    NfsFailure(final int status) {
        super("nfsstat3=" + status, null, false, false);
        this.status = status;
    }

    /** Returns the status that corresponds to an exception of the host. */
    static int status(final IOException e) {
        final Integer known = OF_KIND.get(e.getClass());
        if (known != null) {
            return known;
        }
        final String words = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return words == null ? Nfs3.ERR_IO : OF_WORDS.getOrDefault(words, Nfs3.ERR_IO);
    }

    /** Returns true if the operation failed because the process has reached its limit of open descriptors. */
    static boolean lacksDescriptors(final FileSystemException e) {
        return NO_DESCRIPTORS.equals(e.getReason());
    }

    /** Fails unless a condition holds. */
    static void unless(final boolean holds, final int status) {
        if (!holds) {
            throw new NfsFailure(status);
        }
    }
}
