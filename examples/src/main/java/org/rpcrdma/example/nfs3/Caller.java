// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The rights of a caller. If the server runs as root, callers are who their AUTH_SYS credentials say, which
 * nobody proves; else everybody is the server's user.
 */
final class Caller {
    private static final boolean SERVER_IS_ROOT = "root".equals(System.getProperty("user.name"));
    private static final int SET_GROUP = 02000;
    private static final int READ = 4;
    private static final int WRITE = 2;
    private static final int EXECUTE = 1;
    private static final int ALL = 7;
    private static final int ANY_EXECUTE = 0111;

    private final Credential credential;

    Caller(final Credential credential) {
        this.credential = credential;
    }

    /**
     * Returns the attributes of an inode that the caller makes in a directory: the caller owns it; only root gives it
     * away.
     */
    SetAttributes own(final SetAttributes wanted, final int mode, final Attributes directory) {
        if (!SERVER_IS_ROOT) {
            return wanted.orElse(mode, null, null);
        }
        final Integer group = (directory.mode() & SET_GROUP) == 0 ? credential.gid() : null;
        final SetAttributes owned = credential.isRoot() ? wanted : wanted.withoutOwner();
        return owned.orElse(mode, credential.uid(), group);
    }

    /** Fails if the attributes are not the caller's to set: they are the owner's and root's. */
    void checkOwner(final Attributes attributes, final SetAttributes wanted) {
        if (!SERVER_IS_ROOT || credential.isRoot()) {
            return; // the host knows
        }
        final boolean owner = credential.uid() == attributes.uid();
        final boolean changes = wanted.mode() != null || wanted.gid() != null;
        NfsFailure.unless(owner || !changes, Nfs3.ERR_PERM);
        NfsFailure.unless(wanted.uid() == null || owner && wanted.uid() == attributes.uid(), Nfs3.ERR_PERM);
        NfsFailure.unless(wanted.gid() == null || credential.isIn(wanted.gid()), Nfs3.ERR_PERM);
    }

    /** Returns the rights that ACCESS grants, as ACCESS bits. */
    int access(final Export.Found found, final boolean readOnly) {
        final Attributes attributes = found.attributes();
        final int may = may(found.path(), attributes);
        final boolean directory = attributes.isDirectory();
        int granted = (may & READ) == 0 ? 0 : Nfs3.ACCESS_READ;
        if ((may & WRITE) != 0 && !readOnly) {
            granted |= Nfs3.ACCESS_MODIFY | Nfs3.ACCESS_EXTEND | (directory ? Nfs3.ACCESS_DELETE : 0);
        }
        if ((may & EXECUTE) != 0) {
            granted |= directory ? Nfs3.ACCESS_LOOKUP : Nfs3.ACCESS_EXECUTE;
        }
        return granted;
    }

    private int may(final Path path, final Attributes attributes) {
        if (attributes.isLink()) {
            return ALL;
        }
        if (!SERVER_IS_ROOT) {
            return (Files.isReadable(path) ? READ : 0)
                    | (Files.isWritable(path) ? WRITE : 0)
                    | (Files.isExecutable(path) ? EXECUTE : 0);
        }
        if (credential.isRoot()) {
            return attributes.isDirectory() || (attributes.mode() & ANY_EXECUTE) != 0 ? ALL : READ | WRITE;
        }
        final int shift = credential.uid() == attributes.uid() ? 6 : credential.isIn(attributes.gid()) ? 3 : 0;
        return attributes.mode() >> shift & ALL;
    }
}
