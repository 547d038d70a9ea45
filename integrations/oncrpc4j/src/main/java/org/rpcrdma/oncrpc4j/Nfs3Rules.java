// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

/**
 * The binding of NFS version 3 (RFC 8267). The DDP-eligible items are the data of READ and WRITE and the paths of
 * READLINK and SYMLINK. MOUNT and NLM have no DDP-eligible items.
 */
final class Nfs3Rules {
    private static final int NFS = 100_003;
    private static final int VERSION = 3;
    private static final int READLINK = 5;
    private static final int READ = 6;
    private static final int WRITE = 7;
    private static final int SYMLINK = 10;
    private static final int GETATTR = 1;
    private static final int LOOKUP = 3;
    private static final int READDIR = 16;
    private static final int COMMIT = 21;

    private static final int ATTRIBUTES = 84;
    private static final int TIME = 8;
    private static final int SET_TO_CLIENT_TIME = 2;

    /** The maximum length of a Linux path, in bytes. */
    private static final int LONGEST_PATH = 4096;

    /** The space, in bytes, for the attributes before and after an operation. */
    private static final int SHORT_REPLY = 512;

    private Nfs3Rules() {}

    static void addTo(final DdpRules rules) {
        rules.add(NFS, VERSION, READ, new DdpRule(Nfs3Rules::readArguments, results -> readResults(results, 8)));
        rules.add(
                NFS, VERSION, READLINK, new DdpRule(Nfs3Rules::readlinkArguments, results -> readResults(results, 0)));
        rules.add(NFS, VERSION, WRITE, new DdpRule(Nfs3Rules::writeArguments, results -> {}));
        rules.add(NFS, VERSION, SYMLINK, new DdpRule(Nfs3Rules::symlinkArguments, results -> {}));
    }

    /** Returns true for COMMIT and the read-only procedures. */
    static boolean isRepeatable(final int program, final int version, final int procedure) {
        final boolean reads = procedure == GETATTR || procedure >= LOOKUP && procedure <= READ || procedure >= READDIR;
        return program == NFS && version == VERSION && reads && procedure <= COMMIT;
    }

    /** Walks the handle, the offset and the count. */
    private static void readArguments(final MessageWalk walk) {
        walk.skipOpaque();
        walk.skip(8);
        walk.longestReply(SHORT_REPLY);
        walk.result(walk.nextInt());
    }

    /**
     * Walks the status, the attributes and, in a successful reply, the data and the fields that precede it (for READ:
     * count and end of file).
     */
    private static void readResults(final MessageWalk walk, final int preceding) {
        final boolean isRead = walk.nextInt() == 0;
        walk.skip(walk.nextInt() == 0 ? 0 : ATTRIBUTES);
        if (isRead) {
            walk.skip(preceding);
            walk.item();
        }
    }

    private static void readlinkArguments(final MessageWalk walk) {
        walk.longestReply(SHORT_REPLY);
        walk.result(LONGEST_PATH);
    }

    /** Walks the handle, the offset, the count, the stability and the data. */
    private static void writeArguments(final MessageWalk walk) {
        walk.skipOpaque();
        walk.skip(16);
        walk.longestReply(SHORT_REPLY);
        walk.item();
    }

    /** Walks the directory, the name, the attributes to set (mode, owner, group, size and two times), and the path. */
    private static void symlinkArguments(final MessageWalk walk) {
        walk.skipOpaque();
        walk.skipOpaque();
        for (final int bytes : new int[] {4, 4, 4, 8}) {
            walk.skip(walk.nextInt() == 0 ? 0 : bytes);
        }
        for (int time = 0; time < 2; time++) {
            walk.skip(walk.nextInt() == SET_TO_CLIENT_TIME ? TIME : 0);
        }
        walk.longestReply(SHORT_REPLY);
        walk.item();
    }
}
