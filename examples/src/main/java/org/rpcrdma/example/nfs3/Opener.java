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
 * Opens inodes that were found. If the process has no descriptor left, closes idle files and directories and tries
 * again. Used under the export's lock.
 */
final class Opener {
    /** Opens something. */
    interface Opening<T> {
        T open() throws IOException;
    }

    private final OpenFiles files;
    private final HeldDirectories directories;
    private final WriteVerifier verifier;
    private final BiPredicate<Node, Attributes> isOf;

    /**
     * @param isOf tells whether the attributes of an open inode are those of the node.
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

    /** Opens the names of a directory that was entered. */
    DirectoryStream<Path> names(final Export.Found directory) throws IOException {
        return open(() -> Files.newDirectoryStream(directory.path()));
    }

    /** Begins to use the data of a file; the file is stale if another took its name meanwhile. */
    OpenFile begin(final Export.Found file, final boolean write) throws IOException {
        return open(() -> files.begin(file.node(), file.path(), write, opened -> isOf.test(file.node(), opened)));
    }

    /** Begins to use a file that is to be synced; the file is stale if another took its name meanwhile. */
    OpenFile beginToSync(final Export.Found file) throws IOException {
        return open(() -> files.beginToSync(file.node(), file.path(), opened -> isOf.test(file.node(), opened)));
    }

    /** Opens an inode, but not its data, to change its attributes; it is stale if another took its name meanwhile. */
    Descriptor inode(final Export.Found found) throws IOException {
        final Descriptor opened = open(() -> Descriptor.ofInode(found.path()));
        if (!isOf.test(found.node(), Attributes.ofOpen(opened.path()))) {
            opened.close();
            throw new NfsFailure(Nfs3.ERR_STALE);
        }
        return opened;
    }
}
