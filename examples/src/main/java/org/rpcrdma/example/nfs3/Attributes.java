// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.wire.XdrWriter;

/**
 * The attributes of an inode on the host. Times are in nanoseconds since 1970-01-01T00:00:00Z.
 *
 * @param kind       the type, an ftype3.
 * @param mode       the permissions.
 * @param links      the number of hard links.
 * @param uid        the owner.
 * @param gid        the group.
 * @param size       the size, in bytes.
 * @param device     the device number of a device file.
 * @param fileSystem the file system's number.
 * @param inode      the inode number.
 * @param accessTime the time of the last read.
 * @param modifyTime the time of the last write.
 * @param changeTime the time of the last change to the data or the attributes.
 * @param birthTime  the creation time.
 */
record Attributes(
        int kind,
        int mode,
        int links,
        int uid,
        int gid,
        long size,
        long device,
        long fileSystem,
        long inode,
        long accessTime,
        long modifyTime,
        long changeTime,
        long birthTime) {
    static final int PERMISSIONS = 07777;

    private static final String NAMES =
            "unix:mode,nlink,uid,gid,size,rdev,dev,ino,lastAccessTime,lastModifiedTime,ctime," + "creationTime";

    /** The file types of stat(2), indexed by ftype3. */
    private static final int[] KINDS = {0, 0100000, 0040000, 0060000, 0020000, 0120000, 0140000, 0010000};

    private static final int KIND = 0170000;
    private static final int NANOS = 1_000_000_000;

    /** Returns the attributes of a path, without following a final symbolic link. */
    static Attributes of(final Path path) throws IOException {
        return of(Files.readAttributes(path, NAMES, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns the attributes of an open inode, given the path of its descriptor. */
    static Attributes ofOpen(final Path path) throws IOException {
        return of(Files.readAttributes(path, NAMES));
    }

    private static Attributes of(final Map<String, Object> seen) {
        final int mode = (int) seen.get("mode");
        return new Attributes(
                kind(mode & KIND),
                mode & PERMISSIONS,
                (int) seen.get("nlink"),
                (int) seen.get("uid"),
                (int) seen.get("gid"),
                (long) seen.get("size"),
                (long) seen.get("rdev"),
                (long) seen.get("dev"),
                (long) seen.get("ino"),
                nanos(seen.get("lastAccessTime")),
                nanos(seen.get("lastModifiedTime")),
                nanos(seen.get("ctime")),
                nanos(seen.get("creationTime")));
    }

    private static int kind(final int bits) {
        int kind = KINDS.length - 1;
        while (kind > 0 && KINDS[kind] != bits) {
            kind--;
        }
        return kind;
    }

    private static long nanos(final Object time) {
        return ((FileTime) time).to(TimeUnit.NANOSECONDS);
    }

    boolean isFile() {
        return kind == Nfs3.REG;
    }

    boolean isDirectory() {
        return kind == Nfs3.DIR;
    }

    boolean isLink() {
        return kind == Nfs3.LNK;
    }

    /** Writes a fattr3. */
    void put(final XdrWriter out, final long exported) {
        out.putInt(kind).putInt(mode).putInt(links).putInt(uid).putInt(gid);
        out.putLong(size).putLong(size); // Java does not report the allocated size
        out.putInt((int) (device >>> 8 & 0xfff)).putInt((int) (device & 0xff | device >>> 12 & 0xfff00));
        out.putLong(exported).putLong(inode);
        putTime(out, accessTime);
        putTime(out, modifyTime);
        putTime(out, changeTime);
    }

    /** Writes a wcc_attr. */
    void putBefore(final XdrWriter out) {
        out.putLong(size);
        putTime(out, modifyTime);
        putTime(out, changeTime);
    }

    private static void putTime(final XdrWriter out, final long nanos) {
        out.putInt((int) Math.floorDiv(nanos, NANOS)).putInt(Math.floorMod(nanos, NANOS));
    }
}
