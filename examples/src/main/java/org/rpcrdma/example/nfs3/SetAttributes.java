// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.example.xdr.XdrReader;

/** The attributes that a client sets: a sattr3. Null, or -1 for the size, leaves an attribute unchanged. */
record SetAttributes(Integer mode, Integer uid, Integer gid, long size, FileTime accessTime, FileTime modifyTime) {
    private static final int SET_TO_SERVER_TIME = 1;
    private static final int SET_TO_CLIENT_TIME = 2;
    private static final long NANOS = 1_000_000_000L;

    static SetAttributes of(final XdrReader in) {
        final Integer mode = in.getBool() ? in.getInt() & Attributes.PERMISSIONS : null;
        final Integer uid = in.getBool() ? in.getInt() : null;
        final Integer gid = in.getBool() ? in.getInt() : null;
        final boolean sized = in.getBool();
        final long size = sized ? in.getLong() : 0;
        NfsFailure.unless(size >= 0, Nfs3.ERR_FBIG);
        return new SetAttributes(mode, uid, gid, sized ? size : -1, timeToSet(in), timeToSet(in));
    }

    private static FileTime timeToSet(final XdrReader in) {
        return switch (in.getEnum(SET_TO_CLIENT_TIME)) {
            case SET_TO_SERVER_TIME -> FileTime.from(Instant.now());
            case SET_TO_CLIENT_TIME -> FileTime.from(time(in), TimeUnit.NANOSECONDS);
            default -> null;
        };
    }

    /** Returns an nfstime3 in nanoseconds. */
    static long time(final XdrReader in) {
        final long seconds = Integer.toUnsignedLong(in.getInt());
        return seconds * NANOS + Integer.toUnsignedLong(in.getInt());
    }

    boolean hasSize() {
        return size >= 0;
    }

    /** Returns these attributes, completed by the given ones. */
    SetAttributes orElse(final Integer otherMode, final Integer otherUid, final Integer otherGid) {
        return new SetAttributes(
                mode == null ? otherMode : mode,
                uid == null ? otherUid : uid,
                gid == null ? otherGid : gid,
                size,
                accessTime,
                modifyTime);
    }

    SetAttributes withoutOwner() {
        return new SetAttributes(mode, null, null, size, accessTime, modifyTime);
    }

    SetAttributes withMode(final int other) {
        return new SetAttributes(other, uid, gid, size, accessTime, modifyTime);
    }

    /** Sets all but the size. A change of the owner takes bits of the mode away: the mode is set after it. */
    void apply(final Path path, final boolean link) throws IOException {
        if (uid != null) {
            Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        }
        if (gid != null) {
            Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        }
        if (mode != null && !link) {
            Files.setAttribute(path, "unix:mode", mode);
        }
        if (accessTime != null || modifyTime != null) {
            Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setTimes(modifyTime, accessTime, null);
        }
    }
}
