// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

/** The binding of NFS version 3 (RFC 8267, section 4): READ, READLINK, WRITE, SYMLINK. */
final class NfsRules {
    private static final int NFS = 100_003;
    private static final int V3 = 3;
    private static final int READLINK = 5;
    private static final int READ = 6;
    private static final int WRITE = 7;
    private static final int SYMLINK = 10;

    private NfsRules() {}

    static void addTo(final DdpRules rules) {
        rules.add(NFS, V3, READ, new DdpRule(NfsRules::readArguments, NfsRules::readResults));
        rules.add(NFS, V3, READLINK, new DdpRule(NfsRules::readlinkArguments, NfsRules::readlinkResults));
        rules.add(NFS, V3, WRITE, new DdpRule(NfsRules::writeArguments, results -> {}));
        rules.add(NFS, V3, SYMLINK, new DdpRule(NfsRules::symlinkArguments, results -> {}));
    }

    private static final int ATTRIBUTES = 84;
    private static final int TIME = 8;
    private static final int SHORT_REPLY = 512;
    private static final int LONGEST_PATH = 1024;
    private static final int SET_TO_CLIENT_TIME = 2;

    private static void readArguments(final MessageWalk walk) {
        walk.skipOpaque();
        walk.skip(8);
        walk.longestReply(SHORT_REPLY);
        walk.result(walk.nextInt());
    }

    private static void readResults(final MessageWalk walk) {
        final boolean isRead = walk.nextInt() == 0;
        skipAttributes(walk);
        if (isRead) {
            walk.skip(8);
            walk.item();
        }
    }

    private static void readlinkArguments(final MessageWalk walk) {
        walk.longestReply(SHORT_REPLY);
        walk.result(LONGEST_PATH);
    }

    private static void readlinkResults(final MessageWalk walk) {
        final boolean isRead = walk.nextInt() == 0;
        skipAttributes(walk);
        if (isRead) {
            walk.item();
        }
    }

    private static void writeArguments(final MessageWalk walk) {
        walk.skipOpaque();
        walk.skip(16);
        walk.longestReply(SHORT_REPLY);
        walk.item();
    }

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

    private static void skipAttributes(final MessageWalk walk) {
        walk.skip(walk.nextInt() == 0 ? 0 : ATTRIBUTES);
    }
}
