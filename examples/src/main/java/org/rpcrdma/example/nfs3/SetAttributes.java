// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.rpcrdma.wire.XdrReader;

/**
 * The attributes to set: a sattr3. Null leaves an attribute unchanged, and so does -1 for the size or {@link
 * Linux#UNCHANGED} for a time. If the server sets a time, it uses the kernel's clock, as for a WRITE. The JVM's clock
 * is ahead of the clock that the kernel uses for files.
 *
 * @param mode          the permissions.
 * @param uid           the owner.
 * @param gid           the group.
 * @param size          the size, in bytes.
 * @param accessTime    the time of the last read.
 * @param modifyTime    the time of the last write.
 * @param timesAreGiven true if the client supplied a time, false if the server's clock supplies both.
 */
record SetAttributes(
        Integer mode, Integer uid, Integer gid, long size, long accessTime, long modifyTime, boolean timesAreGiven) {
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
        final int accessed = in.getEnum(SET_TO_CLIENT_TIME);
        final long accessTime = timeToSet(in, accessed);
        final int modified = in.getEnum(SET_TO_CLIENT_TIME);
        final long modifyTime = timeToSet(in, modified);
        final boolean given = accessed == SET_TO_CLIENT_TIME || modified == SET_TO_CLIENT_TIME;
        return new SetAttributes(mode, uid, gid, sized ? size : -1, accessTime, modifyTime, given);
    }

    /** Returns attributes that set only the mode. */
    static SetAttributes mode(final int mode) {
        return new SetAttributes(mode, null, null, -1, Linux.UNCHANGED, Linux.UNCHANGED, false);
    }

    /** Returns attributes that set only the times supplied by a client. */
    static SetAttributes times(final long accessTime, final long modifyTime) {
        return new SetAttributes(null, null, null, -1, accessTime, modifyTime, true);
    }

    private static long timeToSet(final XdrReader in, final int how) {
        return switch (how) {
            case SET_TO_SERVER_TIME -> Linux.NOW;
            case SET_TO_CLIENT_TIME -> time(in);
            default -> Linux.UNCHANGED;
        };
    }

    /** Converts an nfstime3 to nanoseconds. */
    static long time(final XdrReader in) {
        final long seconds = Integer.toUnsignedLong(in.getInt());
        return seconds * NANOS + Integer.toUnsignedLong(in.getInt());
    }

    boolean hasSize() {
        return size >= 0;
    }

    boolean hasTimes() {
        return accessTime != Linux.UNCHANGED || modifyTime != Linux.UNCHANGED;
    }

    /** Returns these attributes with null values replaced by defaults. */
    SetAttributes orElse(final Integer otherMode, final Integer otherUid, final Integer otherGid) {
        return new SetAttributes(
                mode == null ? otherMode : mode,
                uid == null ? otherUid : uid,
                gid == null ? otherGid : gid,
                size,
                accessTime,
                modifyTime,
                timesAreGiven);
    }

    SetAttributes withoutOwner() {
        return new SetAttributes(mode, null, null, size, accessTime, modifyTime, timesAreGiven);
    }

    SetAttributes withMode(final int other) {
        return new SetAttributes(other, uid, gid, size, accessTime, modifyTime, timesAreGiven);
    }

    /**
     * Sets all attributes except the size. The mode is set last, because a change of owner clears some mode bits.
     *
     * @param path the descriptor path of an open file or directory.
     */
    void apply(final Path path) throws IOException {
        own(path);
        if (mode != null) {
            Files.setAttribute(path, "unix:mode", mode);
        }
        setTimes(path, true);
    }

    /** Sets a symbolic link's attributes. A symbolic link has no mode. */
    void applyToLink(final Path path) throws IOException {
        own(path, LinkOption.NOFOLLOW_LINKS);
        setTimes(path, false);
    }

    private void own(final Path path, final LinkOption... links) throws IOException {
        if (uid != null) {
            Files.setAttribute(path, "unix:uid", uid, links);
        }
        if (gid != null) {
            Files.setAttribute(path, "unix:gid", gid, links);
        }
    }

    private void setTimes(final Path path, final boolean follow) throws IOException {
        if (hasTimes()) {
            LinuxFiles.calls().setTimes(path, follow, accessTime, modifyTime);
        }
    }
}
