// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiPredicate;

/**
 * Opens the inodes that were looked up. If the process has no free descriptor, closes idle files and directories and
 * tries again. Guarded by the export's lock.
 */
final class Opener {
    /** Opens a file or directory. */
    interface Opening<T> {
        T open() throws IOException;
    }

    private final OpenFiles files;
    private final HeldDirectories directories;
    private final WriteVerifier verifier;
    private final BiPredicate<Node, Attributes> isOf;

    /**
     * Creates an opener.
     *
     * @param isOf checks that an open inode's attributes belong to the node.
     */
    Opener(
            final OpenFiles files,
            final HeldDirectories directories,
            final WriteVerifier verifier,
            final BiPredicate<Node, Attributes> isOf) {
        this.files = files;
        this.directories = directories;
        this.verifier = verifier;
        this.isOf = isOf;
    }

    <T> T open(final Opening<T> opening) throws IOException {
        try {
            return opening.open();
        } catch (final FileSystemException e) {
            if (!NfsFailure.lacksDescriptors(e)) {
                throw e;
            }
            if (!(files.closeUnused() | directories.closeUnused())) {
                files.closeUnstable(verifier);
            }
            return opening.open();
        }
    }

    /** Opens a directory's names. */
    DirectoryStream<Path> names(final Export.Found directory) throws IOException {
        return open(() -> Files.newDirectoryStream(directory.path()));
    }

    /** Opens a file's data for use. Fails as stale if another inode now has the file's name. */
    OpenFile begin(final Export.Found file, final boolean write) throws IOException {
        final OpenFile known = files.beginKnown(file.node(), write);
        if (known != null) {
            return known;
        }
        return open(() -> files.begin(file.node(), file.path(), write, opened -> isOf.test(file.node(), opened)));
    }

    /** Opens a file to sync it. Fails as stale if another inode now has the file's name. */
    OpenFile beginToSync(final Export.Found file) throws IOException {
        return open(() -> files.beginToSync(file.node(), file.path(), opened -> isOf.test(file.node(), opened)));
    }

    /** Opens an inode without its data, to change its attributes. Fails as stale if another inode now has its name. */
    Descriptor inode(final Export.Found found) throws IOException {
        final Descriptor opened = open(() -> Descriptor.ofInode(found.path()));
        if (!isOf.test(found.node(), opened.attributes())) {
            opened.close();
            throw new NfsFailure(Nfs3.ERR_STALE);
        }
        return opened;
    }
}
