// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds the directories that clients mount. The exported directory itself is "/". A directory inside it is found by any
 * server path that leads to it, or by a path relative to the exported directory. Directories outside it are never
 * found.
 */
final class MountPaths implements MountService.Directories {
    private static final Path TOP = Path.of("/");

    private final Export export;

    MountPaths(final Export export) {
        this.export = export;
    }

    @Override
    public byte[] handle(final byte[] path) throws IOException {
        final Path wanted = TOP.resolve(Names.target(path)).normalize();
        if (wanted.equals(TOP)) {
            return Nfs3Service.handle(export, export.rootNode());
        }
        for (final Path tried : List.of(wanted, export.root().resolve(TOP.relativize(wanted)))) {
            final Path found = real(tried);
            if (found != null && found.startsWith(export.root())) {
                return walk(export.root().relativize(found));
            }
        }
        throw new NfsFailure(Nfs3.ERR_NOENT);
    }

    /** Returns the real path on the host, or null if the path does not exist. */
    private static Path real(final Path path) {
        try {
            return path.toRealPath();
        } catch (final IOException e) {
            NfsFailure.unless(NfsFailure.status(e) != Nfs3.ERR_IO, Nfs3.ERR_IO);
            return null;
        }
    }

    /** Walks through open directories, as LOOKUP does, so that a link created in the meantime cannot lead outside. */
    private byte[] walk(final Path below) throws IOException {
        synchronized (export) {
            try {
                Export.Found found = export.enter(export.locate(export.rootNode()));
                for (final Path name : below) {
                    if (!name.toString().isEmpty()) {
                        found = export.entry(found, name);
                        NfsFailure.unless(found != null, Nfs3.ERR_NOENT);
                        NfsFailure.unless(found.attributes().isDirectory(), Nfs3.ERR_NOTDIR);
                        found = export.enter(found);
                    }
                }
                return Nfs3Service.handle(export, found.node());
            } finally {
                export.endCall();
            }
        }
    }
}
