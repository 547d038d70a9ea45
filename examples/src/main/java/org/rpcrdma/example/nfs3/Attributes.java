// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
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
 * @param used       the bytes of the allocated blocks; fewer than the size if the file has holes.
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
        long used,
        long device,
        long fileSystem,
        long inode,
        long accessTime,
        long modifyTime,
        long changeTime,
        long birthTime) {
    static final int PERMISSIONS = 07777;

    /** The file types of stat(2), indexed by ftype3. */
    private static final int[] KINDS = {0, 0100000, 0040000, 0060000, 0020000, 0120000, 0140000, 0010000};

    private static final int KIND = 0170000;
    private static final int NANOS = 1_000_000_000;
    private static final long MOST_SECONDS = Long.MAX_VALUE / NANOS;

    /** The offsets in struct statx. */
    private static final int MASK = 0;

    private static final int LINKS = 16;
    private static final int UID = 20;
    private static final int GID = 24;
    private static final int MODE = 28;
    private static final int INODE = 32;
    private static final int SIZE = 40;
    private static final int BLOCKS = 48;
    private static final int ACCESSED = 64;
    private static final int BORN = 80;
    private static final int CHANGED = 96;
    private static final int MODIFIED = 112;
    private static final int DEVICE = 128;
    private static final int FILE_SYSTEM = 136;
    private static final int HAS_BIRTH_TIME = 0x800;
    /** The unit in which statx(2) counts blocks, whatever the file system's block size. */
    private static final int BLOCK = 512;

    /** Returns the attributes of a path, without following a final symbolic link. */
    static Attributes of(final Path path) throws IOException {
        return LinuxFiles.calls().attributes(path);
    }

    /** Decodes the result of statx(2). Without a birth time, the modification time replaces it, as in Java. */
    static Attributes of(final DirectBuffer seen) {
        final int mode = Short.toUnsignedInt(seen.getShort(MODE));
        final long modified = time(seen, MODIFIED);
        return new Attributes(
                kind(mode & KIND),
                mode & PERMISSIONS,
                seen.getInt(LINKS),
                seen.getInt(UID),
                seen.getInt(GID),
                seen.getLong(SIZE),
                seen.getLong(BLOCKS) * BLOCK,
                device(seen, DEVICE),
                device(seen, FILE_SYSTEM),
                seen.getLong(INODE),
                time(seen, ACCESSED),
                modified,
                time(seen, CHANGED),
                (seen.getInt(MASK) & HAS_BIRTH_TIME) == 0 ? modified : time(seen, BORN));
    }

    /** Returns a device number in the form of makedev(3). */
    private static long device(final DirectBuffer seen, final int at) {
        final long major = Integer.toUnsignedLong(seen.getInt(at));
        final long minor = Integer.toUnsignedLong(seen.getInt(at + Integer.BYTES));
        return (major & 0xfff) << 8 | (major & 0xffff_f000L) << 32 | minor & 0xff | (minor & 0xffff_ff00L) << 12;
    }

    /** Returns a time in nanoseconds, or the nearest time that fits. */
    private static long time(final DirectBuffer seen, final int at) {
        final long seconds = seen.getLong(at);
        if (seconds >= MOST_SECONDS || seconds <= -MOST_SECONDS) {
            return seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return seconds * NANOS + seen.getInt(at + Long.BYTES);
    }

    private static int kind(final int bits) {
        int kind = KINDS.length - 1;
        while (kind > 0 && KINDS[kind] != bits) {
            kind--;
        }
        return kind;
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
        out.putLong(size).putLong(used);
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
