// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.agrona.BitUtil;

/**
 * Procedures that list a directory, from a cookie on, until the directory or the room ends. Cookies stay good whatever
 * is made or removed meanwhile, and over a restart; the cookie verifier is the file system, which makes them good for
 * it alone.
 */
final class ListProcedures {
    private static final int WORD = 4;

    /** True if another entry follows, its file id, the length of its name, its cookie. */
    private static final int ENTRY = WORD + 2 * WORD + WORD + 2 * WORD;

    /** post_op_attr and post_op_fh3 of an entry. */
    private static final int PLUS = WORD + 84 + WORD + WORD + Request.HANDLE;

    /** No further entry; eof. */
    private static final int END = 2 * WORD;

    void readDirectory(final Request request) {
        list(request, false);
    }

    void readDirectoryPlus(final Request request) {
        list(request, true);
    }

    private static void list(final Request request, final boolean plus) {
        final Inode directory = request.inode(request.first);
        final long cookie = request.in.getLong();
        final long verifier = request.in.getLong();
        final long names = plus ? Integer.toUnsignedLong(request.in.getInt()) : Long.MAX_VALUE;
        final long bytes = Integer.toUnsignedLong(request.in.getInt());
        NfsFailure.unless(directory.isDirectory(), Nfs3.ERR_NOTDIR);
        NfsFailure.unless(cookie == 0 || verifier == request.tree.id, Nfs3.ERR_BAD_COOKIE);
        request.out.putInt(Nfs3.OK);
        final int begin = request.out.position();
        request.putFirst();
        request.out.putLong(request.tree.id);
        final Listing listing = new Listing(request, plus, names, begin + bytes);
        final boolean whole = listing.put(directory, cookie);
        NfsFailure.unless(whole || listing.count > 0, Nfs3.ERR_TOOSMALL);
        request.out.putBool(false);
        request.out.putBool(whole);
    }

    /** Puts entry after entry while there is room for it and for the end. */
    private static final class Listing {
        private final Request request;
        private final boolean plus;
        private final long end;
        private long namesLeft;
        private int count;

        Listing(final Request request, final boolean plus, final long names, final long end) {
            this.request = request;
            this.plus = plus;
            this.namesLeft = names;
            this.end = Math.min(end, request.out.position() + request.out.remaining());
        }

        boolean put(final Inode directory, final long cookie) {
            if (cookie < Directory.SELF && !put(Directory.SELF, ".", directory)) {
                return false;
            }
            if (cookie < Directory.PARENT && !put(Directory.PARENT, "..", request.tree.get(directory.parent))) {
                return false;
            }
            for (final DirectoryEntry entry : directory.directory.after(cookie)) {
                if (!put(entry.cookie(), entry.name(), request.tree.get(entry.inode()))) {
                    return false;
                }
            }
            return true;
        }

        private boolean put(final long cookie, final String name, final Inode inode) {
            final int bytes = ENTRY + BitUtil.align(name.length(), WORD);
            namesLeft -= bytes;
            final boolean fits = request.out.position() + bytes + (plus ? PLUS : 0) + END <= end;
            if (!fits || namesLeft < 0 && count > 0) {
                return false;
            }
            count++;
            request.out
                    .putBool(true)
                    .putLong(inode.id)
                    .putOpaque(name.getBytes(ISO_8859_1))
                    .putLong(cookie);
            if (plus) {
                request.putAttributes(inode);
                request.out.putBool(true);
                request.putHandle(inode);
            }
            return true;
        }
    }
}
