// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The names in a directory, without "." and "..". */
final class Directory {
    /** The cookies of "." and "..". */
    static final long SELF = 1;

    static final long PARENT = 2;

    private final Map<String, DirectoryEntry> byName = new HashMap<>();
    private final TreeMap<Long, DirectoryEntry> byCookie = new TreeMap<>();
    private long lastCookie = PARENT;

    /** Returns the entry, or null. */
    DirectoryEntry get(final String name) {
        return byName.get(name);
    }

    DirectoryEntry add(final String name, final long inode) {
        final DirectoryEntry entry = new DirectoryEntry(lastCookie + 1, name, inode);
        add(entry);
        return entry;
    }

    void add(final DirectoryEntry entry) {
        lastCookie = Math.max(lastCookie, entry.cookie());
        byName.put(entry.name(), entry);
        byCookie.put(entry.cookie(), entry);
    }

    void remove(final DirectoryEntry entry) {
        byName.remove(entry.name());
        byCookie.remove(entry.cookie());
    }

    /** Returns the entry of a cookie, or null. */
    DirectoryEntry at(final long cookie) {
        return byCookie.get(cookie);
    }

    /** Returns the entries of a listing behind a cookie. */
    Collection<DirectoryEntry> after(final long cookie) {
        return byCookie.tailMap(cookie, false).values();
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }
}
