// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * The folder of counters files by default: a folder of this user in the folder for temporary files, as {@code
 * hsperfdata_USER} is.
 */
final class CountersFolder {
    private static final FileAttribute<?>[] NONE = {};
    private static final String PREFIX = "rpcrdma-";
    private static final String SUFFIX = ".counters";

    private CountersFolder() {}

    /** Returns its path, which may not exist. */
    static Path path() {
        final String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
        return Path.of(System.getProperty("java.io.tmpdir"), "rpcrdma-" + user);
    }

    /** Returns the file of a process. */
    static Path file(final long pid) {
        return path().resolve(PREFIX + pid + SUFFIX);
    }

    /** Makes it if it is not there yet, and deletes the files of processes that have died. */
    static void make() throws IOException {
        final Path folder = path();
        try {
            Files.createDirectory(folder, forOwner(folder, "rwx------"));
        } catch (final FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || isOpenToOthers(folder)) {
                throw new IOException("must be a folder that only its owner writes to: folder=" + folder, e);
            }
            checkOwner(folder);
            tidy(folder);
        }
    }

    /** The owner of a file that is made beside it tells who this process is. */
    private static void checkOwner(final Path folder) throws IOException {
        final Path own = Files.createTempFile(folder.toAbsolutePath().getParent(), "rpcrdma-", ".owner");
        try {
            final UserPrincipal owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(Files.getOwner(own, LinkOption.NOFOLLOW_LINKS))) {
                throw new IOException("must be a folder of this user: folder=" + folder + " owner=" + owner.getName());
            }
        } finally {
            Files.delete(own);
        }
    }

    /** Keeps files that are no counters files, and those of processes that live. */
    private static void tidy(final Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
            for (final Path file : files) {
                try {
                    CountersFile.giveUpStale(file);
                } catch (final IOException | IllegalStateException e) {
                    // Somebody else's business: a user who wants the name is told.
                }
            }
        } catch (final DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** Permissions of the owner's alone, if the file system knows permissions. */
    static FileAttribute<?>[] forOwner(final Path file, final String permissions) {
        if (!hasPermissions(file)) {
            return NONE;
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }

    private static boolean isOpenToOthers(final Path folder) throws IOException {
        if (!hasPermissions(folder)) {
            return false;
        }
        final Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        return permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static boolean hasPermissions(final Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
