// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import org.rpcrdma.example.xdr.XdrReader;

/** The attributes that a client sets: a sattr3. */
final class SetAttributes {
    private static final int SET_TO_SERVER_TIME = 1;
    private static final int SET_TO_CLIENT_TIME = 2;
    private static final int PERMISSIONS = 07777;
    private static final long NANOS = 1_000_000_000L;

    private boolean hasMode;
    private int mode;
    private boolean hasUid;
    private int uid;
    private boolean hasGid;
    private int gid;
    private boolean hasSize;
    private long size;
    private int howAccess;
    private long accessTime;
    private int howModify;
    private long modifyTime;

    static SetAttributes of(final XdrReader in) {
        final SetAttributes wanted = new SetAttributes();
        wanted.hasMode = in.getBool();
        wanted.mode = wanted.hasMode ? in.getInt() & PERMISSIONS : 0;
        wanted.hasUid = in.getBool();
        wanted.uid = wanted.hasUid ? in.getInt() : 0;
        wanted.hasGid = in.getBool();
        wanted.gid = wanted.hasGid ? in.getInt() : 0;
        wanted.hasSize = in.getBool();
        wanted.size = wanted.hasSize ? in.getLong() : 0;
        NfsFailure.unless(wanted.size >= 0 && wanted.size <= FileTree.MAX_SIZE, Nfs3.ERR_FBIG);
        wanted.howAccess = in.getEnum(SET_TO_CLIENT_TIME);
        wanted.accessTime = wanted.howAccess == SET_TO_CLIENT_TIME ? time(in) : 0;
        wanted.howModify = in.getEnum(SET_TO_CLIENT_TIME);
        wanted.modifyTime = wanted.howModify == SET_TO_CLIENT_TIME ? time(in) : 0;
        return wanted;
    }

    /** Returns a new size and nothing else. */
    static SetAttributes size(final long size) {
        final SetAttributes wanted = new SetAttributes();
        wanted.hasSize = true;
        wanted.size = size;
        return wanted;
    }

    /** Returns an nfstime3 in nanoseconds. */
    static long time(final XdrReader in) {
        final long seconds = Integer.toUnsignedLong(in.getInt());
        return seconds * NANOS + Integer.toUnsignedLong(in.getInt());
    }

    boolean hasSize() {
        return hasSize;
    }

    long size() {
        return size;
    }

    /** Sets all but the size. */
    void apply(final Inode inode, final long now) {
        inode.mode = hasMode ? mode : inode.mode;
        inode.uid = hasUid ? uid : inode.uid;
        inode.gid = hasGid ? gid : inode.gid;
        inode.accessTime = time(howAccess, accessTime, now, inode.accessTime);
        inode.modifyTime = time(howModify, modifyTime, now, inode.modifyTime);
        inode.changeTime = now;
    }

    private static long time(final int how, final long wanted, final long now, final long before) {
        return switch (how) {
            case SET_TO_SERVER_TIME -> now;
            case SET_TO_CLIENT_TIME -> wanted;
            default -> before;
        };
    }
}
