// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.BitUtil;

/** Procedures that list a directory, from a cookie on, until the directory or the room ends. */
final class ListProcedures {
    private static final int WORD = 4;

    /** True if another entry follows, its file id, the length of its name, its cookie. */
    private static final int ENTRY = WORD + 2 * WORD + WORD + 2 * WORD;

    /** post_op_attr and post_op_fh3 of an entry. */
    private static final int PLUS = WORD + 84 + WORD + WORD + Request.HANDLE;

    /** No further entry; eof. */
    private static final int END = 2 * WORD;

    /** Listings that clients are in the middle of, at most. */
    private static final int LISTINGS = 16;

    private final Map<Node, Listing> listings = new LinkedHashMap<>(LISTINGS, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Node, Listing> eldest) {
            return size() > LISTINGS;
        }
    };

    /** Carries READDIR or READDIRPLUS out. */
    void list(final Request request, final boolean plus) throws IOException {
        final Export.Found directory = request.directory(request.first);
        final long cookie = request.in.getLong();
        final long verifier = request.in.getLong();
        final long names = plus ? Integer.toUnsignedLong(request.in.getInt()) : Long.MAX_VALUE;
        final long bytes = Integer.toUnsignedLong(request.in.getInt());
        request.caller.checkList(directory.attributes());
        NfsFailure.unless(cookie == 0 || verifier == request.export.id, Nfs3.ERR_BAD_COOKIE);
        final Listing listing = listing(directory, cookie);
        request.out.putInt(Nfs3.OK);
        final int begin = request.out.position();
        request.putFirst();
        request.out.putLong(request.export.id);
        final Page page = new Page(request, plus, names, begin + bytes);
        final boolean whole = page.put(directory, listing, cookie);
        NfsFailure.unless(whole || page.count > 0, Nfs3.ERR_TOOSMALL);
        request.out.putBool(false);
        request.out.putBool(whole);
        if (whole) {
            listings.remove(directory.node());
        }
    }

    /** Reads the directory at the begin of a listing, and again if it has changed since. */
    private Listing listing(final Export.Found directory, final long cookie) throws IOException {
        final Listing known = cookie == 0 ? null : listings.get(directory.node());
        if (known != null && known.modifyTime() == directory.attributes().modifyTime()) {
            return known;
        }
        final Listing fresh = Listing.of(directory);
        listings.put(directory.node(), fresh);
        return fresh;
    }

    /** Puts entry after entry while there is room for it and for the end. */
    private static final class Page {
        private final Request request;
        private final boolean plus;
        private final long end;
        private long namesLeft;
        private int count;

        Page(final Request request, final boolean plus, final long names, final long end) {
            this.request = request;
            this.plus = plus;
            this.namesLeft = names;
            this.end = Math.min(end, request.out.position() + request.out.remaining());
        }

        boolean put(final Export.Found directory, final Listing listing, final long cookie) throws IOException {
            if (cookie >= 0 && cookie < Listing.SELF && !put(Listing.SELF, ".", directory)) {
                return false;
            }
            if (cookie >= 0 && cookie < Listing.PARENT && !put(Listing.PARENT, "..", parent(directory))) {
                return false;
            }
            for (final Listing.Entry entry : listing.after(cookie)) {
                if (!fits(entry.bytes().length)) {
                    return false;
                }
                put(directory, entry);
            }
            return true;
        }

        private Export.Found parent(final Export.Found directory) {
            return request.export.parent(directory);
        }

        private boolean put(final long cookie, final String name, final Export.Found found) {
            if (!fits(name.length())) {
                return false;
            }
            put(cookie, name.getBytes(ISO_8859_1), found.attributes(), found.node());
            return true;
        }

        private boolean fits(final int name) {
            final int bytes = ENTRY + BitUtil.align(name, WORD);
            final boolean fits = request.out.position() + bytes + (plus ? PLUS : 0) + END <= end;
            return fits && (namesLeft >= bytes || count == 0);
        }

        /** Puts an entry, if it is there still; without a handle if it is mounted there, or not to be searched. */
        private void put(final Export.Found directory, final Listing.Entry entry) {
            final Attributes attributes = Export.attributes(directory.path().resolve(entry.name()));
            if (attributes == null) {
                return;
            }
            final Node node = request.export.isExported(attributes) && request.caller.maySearch(directory.attributes())
                    ? request.export.known(new Node.Place(directory.node(), entry.name()), attributes)
                    : null;
            put(entry.cookie(), entry.bytes(), attributes, node);
        }

        private void put(final long cookie, final byte[] name, final Attributes attributes, final Node node) {
            count++;
            namesLeft -= ENTRY + BitUtil.align(name.length, WORD);
            request.out
                    .putBool(true)
                    .putLong(attributes.inode())
                    .putOpaque(name)
                    .putLong(cookie);
            if (plus) {
                request.putAttributes(node == null ? null : attributes);
                request.out.putBool(node != null);
                if (node != null) {
                    request.putHandle(node);
                }
            }
        }
    }
}
