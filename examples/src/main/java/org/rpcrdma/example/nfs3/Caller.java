// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * A caller's POSIX rights, which depend on owner, group and mode. If the server runs as root, it trusts the users named
 * in the callers' AUTH_SYS credentials. Otherwise every caller acts as the server's user, and the host checks the
 * rights.
 */
final class Caller {
    private static final int SET_USER = 04000;
    private static final int SET_GROUP = 02000;
    private static final int STICKY = 01000;
    private static final int READ = 4;
    private static final int WRITE = 2;
    private static final int EXECUTE = 1;
    private static final int ALL = 7;
    private static final int ANY_EXECUTE = 0111;
    private static final int GROUP_EXECUTE = 0010;

    /** The user or group number with which chown(2) changes nothing. No file has this owner or group. */
    private static final int NONE = -1;

    private final int uid;
    private final int gid;
    private final int[] groups;

    /**
     * Creates a caller.
     *
     * @param claimed    the caller's credential.
     * @param squashRoot true if a client's root user gets no special rights.
     */
    Caller(final Credential claimed, final boolean squashRoot) {
        uid = known(claimed.uid(), squashRoot);
        gid = known(claimed.gid(), squashRoot);
        groups = claimed.groups().clone();
        for (int i = 0; i < groups.length; i++) {
            groups[i] = known(groups[i], squashRoot);
        }
    }

    private static int known(final int id, final boolean squashRoot) {
        return id == NONE || id == 0 && squashRoot ? Credential.NOBODY : id;
    }

    private boolean isRoot() {
        return uid == 0 || !ServerUser.IS_ROOT;
    }

    private boolean owns(final Attributes attributes) {
        return isRoot() || uid == attributes.uid();
    }

    private boolean isIn(final int group) {
        return gid == group || IntStream.of(groups).anyMatch(one -> one == group);
    }

    /** Returns the rights that the mode grants to the caller. */
    private int may(final Attributes attributes) {
        if (isRoot()) {
            return attributes.isDirectory() || (attributes.mode() & ANY_EXECUTE) != 0 ? ALL : READ | WRITE;
        }
        final int shift = uid == attributes.uid() ? 6 : isIn(attributes.gid()) ? 3 : 0;
        return attributes.mode() >> shift & ALL;
    }

    private void check(final Attributes attributes, final int wanted) {
        NfsFailure.unless((may(attributes) & wanted) == wanted, Nfs3.ERR_ACCES);
    }

    /** Fails if the caller may not list a directory. */
    void checkList(final Attributes directory) {
        check(directory, READ);
    }

    boolean maySearch(final Attributes directory) {
        return (may(directory) & EXECUTE) != 0;
    }

    /** Fails if the caller may not search a directory. */
    void checkSearch(final Attributes directory) {
        check(directory, EXECUTE);
    }

    /** Fails if the caller may not create entries in a directory. */
    void checkMake(final Attributes directory) {
        check(directory, WRITE | EXECUTE);
    }

    /**
     * Fails if the caller may not remove an entry. In a sticky directory, only the directory's owner and the entry's
     * owner may do so.
     */
    void checkRemove(final Attributes directory, final Attributes entry) {
        checkMake(directory);
        final boolean sticky = (directory.mode() & STICKY) != 0;
        NfsFailure.unless(!sticky || owns(directory) || owns(entry), Nfs3.ERR_PERM);
    }

    /**
     * Fails if the caller may not read a file's data. The owner always may, because the file may have been opened
     * before its mode changed. A caller with execute permission may also read, because clients load programs with READ.
     */
    void checkRead(final Attributes file) {
        NfsFailure.unless(owns(file) || (may(file) & (READ | EXECUTE)) != 0, Nfs3.ERR_ACCES);
    }

    /** Fails if the caller may not write a file's data. The owner always may. */
    void checkWrite(final Attributes file) {
        NfsFailure.unless(owns(file) || (may(file) & WRITE) != 0, Nfs3.ERR_ACCES);
    }

    /**
     * Fails if the caller may not move a directory to another parent. The move rewrites the directory's "..", so it
     * requires write permission.
     */
    void checkMove(final Attributes directory) {
        check(directory, WRITE);
    }

    /**
     * Returns a file's mode after a write by the caller. Unless the caller is root, a write clears the set-user-ID and
     * set-group-ID bits.
     */
    int modeOnceWritten(final Attributes file) {
        final int mode = file.mode();
        if (isRoot()) {
            return mode;
        }
        return mode & ~SET_USER & ((mode & GROUP_EXECUTE) == 0 ? -1 : ~SET_GROUP);
    }

    /**
     * Returns the attributes of an inode that the caller creates in a directory. The caller becomes the owner; only
     * root may choose another owner.
     */
    SetAttributes own(final SetAttributes wanted, final int mode, final Attributes directory) {
        if (!ServerUser.IS_ROOT) {
            return wanted.orElse(mode, null, null);
        }
        final boolean inherits = (directory.mode() & SET_GROUP) != 0;
        final SetAttributes claimed = isRoot() ? wanted : wanted.withoutOwner();
        final SetAttributes owned = claimed.orElse(mode, uid, inherits ? null : gid);
        return inherits ? permitted(owned, directory.gid()) : owned;
    }

    /** Returns the attributes to set; fails if the caller may not set them. */
    SetAttributes permitted(final Attributes attributes, final SetAttributes wanted) {
        if (!isRoot()) {
            final boolean owner = uid == attributes.uid();
            final boolean owners = wanted.mode() != null || wanted.gid() != null || wanted.timesAreGiven();
            NfsFailure.unless(owner || !owners, Nfs3.ERR_PERM);
            NfsFailure.unless(wanted.uid() == null || owner && wanted.uid() == uid, Nfs3.ERR_PERM);
            final boolean inGroup = wanted.gid() == null || wanted.gid() == attributes.gid() || isIn(wanted.gid());
            NfsFailure.unless(inGroup, Nfs3.ERR_PERM);
        }
        if (wanted.hasSize() || wanted.hasTimes()) {
            checkWrite(attributes);
        }
        return permitted(wanted, wanted.gid() == null ? attributes.gid() : wanted.gid());
    }

    /**
     * Removes the set-group-ID bit unless the caller may set it. An owner must not create a program that runs with the
     * rights of a group to which the owner does not belong.
     */
    private SetAttributes permitted(final SetAttributes wanted, final int group) {
        final boolean asGroup = wanted.mode() != null && (wanted.mode() & SET_GROUP) != 0;
        return asGroup && !isRoot() && !isIn(group) ? wanted.withMode(wanted.mode() & ~SET_GROUP) : wanted;
    }

    /** Returns the caller's rights as ACCESS bits. */
    int access(final Export.Found found, final boolean readOnly) {
        final Attributes attributes = found.attributes();
        final boolean directory = attributes.isDirectory();
        final int may = attributes.isLink() ? ALL : ServerUser.IS_ROOT ? may(attributes) : may(found.path());
        final int change = directory ? WRITE | EXECUTE : WRITE;
        int granted = (may & READ) == 0 ? 0 : Nfs3.ACCESS_READ;
        if ((may & change) == change && !readOnly) {
            granted |= Nfs3.ACCESS_MODIFY | Nfs3.ACCESS_EXTEND | (directory ? Nfs3.ACCESS_DELETE : 0);
        }
        if ((may & EXECUTE) != 0) {
            granted |= directory ? Nfs3.ACCESS_LOOKUP : Nfs3.ACCESS_EXECUTE;
        }
        return granted;
    }

    private static int may(final Path path) {
        return (Files.isReadable(path) ? READ : 0)
                | (Files.isWritable(path) ? WRITE : 0)
                | (Files.isExecutable(path) ? EXECUTE : 0);
    }
}
