// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates inodes and sets their attributes through descriptors, so that later changes to the names have no effect. */
final class Inodes {
    private Inodes() {}

    /** Sets attributes other than the size. */
    static void set(final Export export, final Export.Found found, final SetAttributes wanted) throws IOException {
        final Attributes attributes = found.attributes();
        if (attributes.isDirectory()) {
            wanted.apply(export.enter(found).path());
        } else if (attributes.isLink()) {
            wanted.applyToLink(found.path());
        } else {
            // Do not open the file's data. Opening it might be forbidden, block, or start a device.
            try (Descriptor inode = export.opener.inode(found)) {
                wanted.apply(inode.path());
            }
        }
    }

    /** Creates a file that only the server may use until its attributes are set. */
    static Export.Found file(final Export export, final Export.Found directory, final Path name) throws IOException {
        final Path path = directory.entry(name);
        final Descriptor made = export.opener.open(() -> Descriptor.ofNewFile(path));
        final Attributes attributes = made.attributes();
        final Node node = export.known(new Node.Place(directory.node(), name), attributes);
        export.files.keepNew(node, made);
        return new Export.Found(node, directory.held(), name, attributes);
    }

    /** Creates a directory. */
    static Export.Found directory(
            final Export export, final Export.Found directory, final Path name, final SetAttributes wanted)
            throws IOException {
        Files.createDirectory(
                directory.path().resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        final Export.Found made = export.entry(directory, name);
        NfsFailure.unless(made != null && made.attributes().isDirectory(), Nfs3.ERR_STALE);
        try (DirectoryStream<Path> names = export.opener.names(export.enter(made))) {
            // Another user of the host may have replaced the directory.
            NfsFailure.unless(!names.iterator().hasNext(), Nfs3.ERR_STALE);
        }
        set(export, made, wanted);
        return export.locate(made.node());
    }

    /** Creates a symbolic link. */
    static Export.Found link(
            final Export export,
            final Export.Found directory,
            final Path name,
            final Path target,
            final SetAttributes wanted)
            throws IOException {
        Files.createSymbolicLink(directory.path().resolve(name), target);
        final Export.Found made = export.entry(directory, name);
        NfsFailure.unless(made != null && made.attributes().isLink(), Nfs3.ERR_STALE);
        wanted.applyToLink(made.path());
        return export.locate(made.node());
    }
}
