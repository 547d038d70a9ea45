// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The names in a directory, in the order of their cookies. A name's cookie is a hash of it: it stays good whatever is
 * made or removed meanwhile, and over a restart.
 *
 * @param modifyTime the directory's when it was read.
 * @param entries    its entries.
 */
record Listing(long modifyTime, List<Entry> entries) {
    /** The cookies of "." and "..". */
    static final long SELF = 1;

    static final long PARENT = 2;

    private static final long FNV_BASIS = 0xcbf2_9ce4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01b3L;

    /** A name, with the cookie that a listing goes on behind it with. */
    record Entry(long cookie, Path name, byte[] bytes) {}

    static Listing of(final Export.Found directory) throws IOException {
        final List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(directory.path())) {
            for (final Path path : names) {
                final byte[] bytes = FileNames.bytes(path.getFileName());
                entries.add(new Entry(cookie(bytes), path.getFileName(), bytes));
            }
        } catch (final DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(Comparator.comparingLong(Entry::cookie).thenComparing(Entry::name));
        for (int i = 1; i < entries.size(); i++) {
            final Entry entry = entries.get(i);
            final long next = entries.get(i - 1).cookie() + 1;
            if (entry.cookie() < next) {
                entries.set(i, new Entry(next, entry.name(), entry.bytes()));
            }
        }
        return new Listing(directory.attributes().modifyTime(), entries);
    }

    private static long cookie(final byte[] name) {
        long hash = FNV_BASIS;
        for (final byte one : name) {
            hash = (hash ^ one & 0xff) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 29) * FNV_PRIME;
        return (hash ^ hash >>> 32) >>> 2 | 4;
    }

    /** Returns the entries behind a cookie. */
    List<Entry> after(final long cookie) {
        final Comparator<Entry> byCookie = Comparator.comparingLong(Entry::cookie);
        final int found = Collections.binarySearch(entries, new Entry(cookie, null, null), byCookie);
        return entries.subList(found < 0 ? -found - 1 : found + 1, entries.size());
    }
}
