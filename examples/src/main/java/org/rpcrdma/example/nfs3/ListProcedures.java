// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.BitUtil;

/**
 * The procedures that list a directory. A listing starts at a cookie and stops when the directory ends or the reply is
 * full.
 */
final class ListProcedures implements AutoCloseable {
    private static final int WORD = 4;

    /**
     * The length of an entry, in bytes: the flag that announces the entry, the file id, the name's length and the
     * cookie.
     */
    private static final int ENTRY = WORD + 2 * WORD + WORD + 2 * WORD;

    /** The length of an entry's post_op_attr and post_op_fh3, in bytes. */
    private static final int PLUS = WORD + 84 + WORD + WORD + Request.HANDLE;

    /** The length of the end of a listing, in bytes: the flag that announces no further entry, and eof. */
    private static final int END = 2 * WORD;

    /** The number of names that are looked up while the export stays locked. */
    private static final int GO = 64;

    private final Listings listings = new Listings();

    /**
     * Executes READDIR or READDIRPLUS. The export is locked to find the directory and its entries, but not while the
     * directory is read.
     *
     * @throws Postponed if a step has been read and more steps remain.
     */
    void list(final Request request, final boolean plus) throws IOException {
        final Export.Found directory;
        final long cookie;
        final long names;
        final long bytes;
        final Listing listing;
        synchronized (request.export) {
            try {
                directory = request.directory(request.first);
                cookie = request.in.getLong();
                final long verifier = request.in.getLong();
                names = plus ? Integer.toUnsignedLong(request.in.getInt()) : Long.MAX_VALUE;
                bytes = Integer.toUnsignedLong(request.in.getInt());
                request.caller.checkList(directory.attributes());
                NfsFailure.unless(cookie == 0 || verifier == request.export.id, Nfs3.ERR_BAD_COOKIE);
                listing = listings.of(request.export, directory, cookie == 0);
            } finally {
                request.export.endCall();
            }
        }
        if (!listing.read()) {
            throw new Postponed();
        }
        request.out.putInt(Nfs3.OK);
        final int begin = request.out.position();
        request.putFirst();
        request.out.putLong(request.export.id);
        final Page page = new Page(request, plus, names, begin + bytes);
        final boolean whole = page.put(directory, listing, cookie);
        NfsFailure.unless(whole || page.count > 0, Nfs3.ERR_TOOSMALL);
        request.out.putBool(false);
        request.out.putBool(whole);
    }

    void endRound() {
        listings.endRound();
    }

    @Override
    public void close() {
        listings.close();
    }

    /** Writes entries while the reply has room for them and for the end of the listing. */
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
            long last = cookie;
            while (true) {
                final List<Listing.Entry> some = listing.after(last, GO);
                synchronized (request.export) {
                    try {
                        final Export.Found entered = request.export.enter(directory);
                        if (!putDots(entered, last) || !put(entered, some)) {
                            return false;
                        }
                    } finally {
                        request.export.endCall();
                    }
                }
                if (some.size() < GO) {
                    return true;
                }
                last = some.get(GO - 1).cookie();
            }
        }

        private boolean putDots(final Export.Found directory, final long cookie) {
            return (cookie < 0 || cookie >= Listing.SELF || put(Listing.SELF, ".", directory))
                    && (cookie < 0 || cookie >= Listing.PARENT || put(Listing.PARENT, "..", parent(directory)));
        }

        private boolean put(final Export.Found directory, final List<Listing.Entry> entries) {
            for (final Listing.Entry entry : entries) {
                if (!fits(entry.name().length)) {
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

        /**
         * Writes an entry if it still exists. A mount point gets no handle, and neither does an entry of a directory
         * that may not be searched.
         */
        private void put(final Export.Found directory, final Listing.Entry entry) {
            final Path name = FileNames.path(entry.name());
            final Attributes attributes = directory.entryAttributes(name);
            if (attributes == null) {
                return;
            }
            final boolean isShown = plus && request.caller.maySearch(directory.attributes());
            final Node node = isShown && request.export.isExported(attributes)
                    ? request.export.known(new Node.Place(directory.node(), name), attributes)
                    : null;
            put(entry.cookie(), entry.name(), attributes, node);
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
