// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

/**
 * The binding of NFS version 4's COMPOUND (RFC 8267, section 6.1). The DDP-eligible items are the data of READ and
 * WRITE and the paths of READLINK and of CREATE for a symbolic link. RFC 7530 and RFC 8881 specify the layouts of the
 * operations.
 *
 * <pre>
 *   4, 8   bytes          s  state id, session id: 16 bytes     o  opaque            b  bitmap
 *   c      change: 20     a  attributes: bitmap, opaque         D  opaque that may travel in a chunk
 * </pre>
 *
 * <p>A walk stops at an unlisted operation. The items that precede it remain valid.
 */
final class Nfs4Rules {
    private static final int NFS = 100_003;
    private static final int VERSION = 4;
    private static final int COMPOUND = 1;

    private static final int CREATE = 6;
    private static final int LOCK = 12;
    private static final int OPEN = 18;
    private static final int READ = 25;
    private static final int READDIR = 26;
    private static final int READLINK = 27;
    private static final int SETATTR = 34;

    private static final int SYMBOLIC_LINK = 5;
    private static final int LONGEST_PATH = 4096;

    /** The space, in bytes, for the results of all operations without data, including directory entries. */
    private static final int REPLY = 4096;

    /** The argument layouts by operation; null for an unlisted operation. */
    private static final String[] ARGUMENTS = new String[59];

    private static final String[] RESULTS = new String[59];

    static {
        layout(3, "4", "44");
        layout(4, "4s", "s");
        layout(5, "84", "8");
        layout(CREATE, "", "cb");
        layout(7, "8", "");
        layout(8, "s", "");
        layout(9, "b", "a");
        layout(10, "", "o");
        layout(11, "o", "c");
        layout(LOCK, "", "s");
        layout(13, "4888o", "");
        layout(14, "44s88", "s");
        layout(15, "o", "");
        layout(16, "", "");
        layout(17, "a", "");
        layout(OPEN, "", "");
        layout(19, "4", "");
        layout(20, "s4", "s");
        layout(21, "s444", "s");
        layout(22, "o", "");
        layout(23, "", "");
        layout(24, "", "");
        layout(READ, "s8", "4D");
        layout(READDIR, "884", "");
        layout(READLINK, "", "D");
        layout(28, "o", "c");
        layout(29, "oo", "cc");
        layout(30, "8", "");
        layout(31, "", "");
        layout(32, "", "");
        layout(SETATTR, "sa", "");
        layout(35, "8o4oo4", "88");
        layout(36, "88", "");
        layout(37, "a", "");
        layout(38, "s84D", "448");
        layout(39, "8o", "");
        layout(41, "s44", "s44");
        layout(44, "s", "");
        layout(45, "s", "");
        layout(53, "s4444", "s44444");
        layout(57, "8", "");
        layout(58, "4", "");
    }

    private Nfs4Rules() {}

    private static void layout(final int operation, final String arguments, final String results) {
        ARGUMENTS[operation] = arguments;
        RESULTS[operation] = results;
    }

    static void addTo(final DdpRules rules) {
        rules.add(NFS, VERSION, COMPOUND, new DdpRule(Nfs4Rules::arguments, Nfs4Rules::results));
    }

    private static boolean isListed(final int operation) {
        return operation > 0 && operation < ARGUMENTS.length && ARGUMENTS[operation] != null;
    }

    /** Walks the tag, the minor version and the operations. */
    private static void arguments(final MessageWalk walk) {
        walk.skipOpaque();
        walk.skip(4);
        final int operations = walk.nextInt();
        int reply = REPLY;
        for (int i = 0; i < operations; i++) {
            final int operation = walk.nextInt();
            if (!isListed(operation)) {
                return;
            }
            skip(walk, ARGUMENTS[operation]);
            reply += moreArguments(walk, operation);
        }
        walk.longestReply(reply);
    }

    /**
     * Skips the fields that no layout describes. Returns the number of bytes that the operation's results add to the
     * longest reply.
     */
    private static int moreArguments(final MessageWalk walk, final int operation) {
        switch (operation) {
            case CREATE -> create(walk);
            case LOCK -> lock(walk);
            case OPEN -> open(walk);
            case READ -> walk.result(walk.nextInt());
            case READLINK -> walk.result(LONGEST_PATH);
            case READDIR -> {
                final int longest = walk.nextInt();
                skip(walk, "b");
                return Math.max(0, longest);
            }
            default -> {
                return 0;
            }
        }
        return 0;
    }

    private static void create(final MessageWalk walk) {
        final int type = walk.nextInt();
        if (type == SYMBOLIC_LINK) {
            walk.item();
        } else if (type == 3 || type == 4) {
            walk.skip(8);
        }
        skip(walk, "oa");
    }

    private static void lock(final MessageWalk walk) {
        skip(walk, "4488");
        skip(walk, walk.nextInt() == 0 ? "s4" : "4s48o");
    }

    /**
     * Walks an OPEN's arguments: the sequence number, the access and deny modes, the owner, the creation mode and the
     * claim.
     */
    private static void open(final MessageWalk walk) {
        skip(walk, "4448o");
        if (walk.nextInt() == 1) {
            skip(
                    walk,
                    switch (walk.nextInt()) {
                        case 2 -> "8";
                        case 3 -> "8a";
                        default -> "a";
                    });
        }
        skip(
                walk,
                switch (walk.nextInt()) {
                    case 0, 3 -> "o";
                    case 1 -> "4";
                    case 2 -> "so";
                    case 5 -> "s";
                    default -> "";
                });
    }

    /** Walks the status, the tag and the operations, each with a status. The last operation may have failed. */
    private static void results(final MessageWalk walk) {
        walk.skip(4);
        walk.skipOpaque();
        final int operations = walk.nextInt();
        for (int i = 0; i < operations; i++) {
            final int operation = walk.nextInt();
            if (!isListed(operation) || walk.nextInt() != 0) {
                return;
            }
            skip(walk, RESULTS[operation]);
            moreResults(walk, operation);
        }
    }

    private static void moreResults(final MessageWalk walk, final int operation) {
        if (operation == SETATTR) {
            skip(walk, "b");
        } else if (operation == READDIR) {
            walk.skip(8);
            while (walk.nextInt() != 0) {
                skip(walk, "8oa");
            }
            walk.skip(4);
        } else if (operation == OPEN) {
            skip(walk, "sc4b");
            delegation(walk);
        }
    }

    private static void delegation(final MessageWalk walk) {
        final int type = walk.nextInt();
        if (type == 1) {
            skip(walk, "s4444o");
        } else if (type == 2) {
            skip(walk, "s448444o");
        } else if (type == 3) {
            final int why = walk.nextInt();
            walk.skip(why == 1 || why == 2 ? 4 : 0);
        }
    }

    private static void skip(final MessageWalk walk, final String layout) {
        for (int i = 0; i < layout.length(); i++) {
            switch (layout.charAt(i)) {
                case '4' -> walk.skip(4);
                case '8' -> walk.skip(8);
                case 's' -> walk.skip(16);
                case 'c' -> walk.skip(20);
                case 'o' -> walk.skipOpaque();
                case 'b' -> bitmap(walk);
                case 'a' -> {
                    bitmap(walk);
                    walk.skipOpaque();
                }
                default -> walk.item();
            }
        }
    }

    private static void bitmap(final MessageWalk walk) {
        final int words = walk.nextInt();
        for (int i = 0; i < words; i++) {
            walk.skip(4);
        }
    }
}
