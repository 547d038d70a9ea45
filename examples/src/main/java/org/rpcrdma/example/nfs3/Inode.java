// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/** A file, directory or symbolic link. Times are nanoseconds since 1970-01-01T00:00:00Z. */
final class Inode {
    final long id;
    final int type;
    int mode;
    int uid;
    int gid;
    int links = 1;
    long size;
    long accessTime;
    long modifyTime;
    long changeTime;

    /** The verifier of an exclusive CREATE. */
    long createVerifier;

    /** The bytes of a file, else null. */
    final FileContent content;

    /** The names of a directory, else null. */
    final Directory directory;

    /** The directory that a directory is in; the root's is itself. */
    long parent;

    /** The target of a symbolic link, else null. */
    byte[] target;

    Inode(final long id, final int type, final Capacity capacity) {
        this.id = id;
        this.type = type;
        content = type == Nfs3.REG ? new FileContent(capacity) : null;
        directory = type == Nfs3.DIR ? new Directory() : null;
        parent = id;
    }

    boolean isFile() {
        return content != null;
    }

    boolean isDirectory() {
        return directory != null;
    }

    /** Fails for all but directories. */
    Directory names() {
        NfsFailure.unless(isDirectory(), Nfs3.ERR_NOTDIR);
        return directory;
    }

    long used() {
        return isFile() ? content.used() : size;
    }

    /** Takes the attributes of another state of the same inode. */
    void become(final Inode other) {
        mode = other.mode;
        uid = other.uid;
        gid = other.gid;
        links = other.links;
        size = other.size;
        accessTime = other.accessTime;
        modifyTime = other.modifyTime;
        changeTime = other.changeTime;
        createVerifier = other.createVerifier;
        target = other.target;
    }

    void touched(final long now) {
        modifyTime = now;
        changeTime = now;
    }
}
