// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.CloseHelper;

/**
 * The names in a directory, ordered by cookie. A cookie is a hash of the name, so it stays valid across restarts and
 * when other names are created or removed. Calls that wait for the directory read it in steps. Thread-safe.
 */
final class Listing implements AutoCloseable {
    /** The cookies of "." and "..". */
    static final long SELF = 1;

    static final long PARENT = 2;

    /** The number of names read per step. */
    private static final int STEP = 2000;

    /** The range of consecutive cookies available to names whose hashes are equal. */
    private static final int NEAR = 1024;

    private static final long FNV_BASIS = 0xcbf2_9ce4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01b3L;

    /** A name, and the cookie that continues a listing after this name. */
    record Entry(long cookie, byte[] name) {}

    /** A created or removed name. */
    private record Change(byte[] name, boolean comes) {}

    private final NavigableMap<Long, byte[]> names = new TreeMap<>();
    private final Queue<Change> changes = new ConcurrentLinkedQueue<>();
    private DirectoryStream<Path> stream;
    private final Iterator<Path> left;
    private volatile boolean isRead;
    private volatile boolean isClosed;
    private volatile int size;

    /**
     * Starts reading a directory.
     *
     * @param stream the directory's names; the listing closes the stream.
     */
    Listing(final DirectoryStream<Path> stream) {
        this.stream = stream;
        left = stream.iterator();
    }

    /** Reads the next names. Returns true when all names have been read. */
    synchronized boolean read() throws IOException {
        try {
            for (int i = 0; i < STEP && stream != null; i++) {
                if (left.hasNext()) {
                    add(FileNames.bytes(left.next().getFileName()));
                } else {
                    isRead = true;
                    close();
                }
            }
            size = names.size();
            return isRead;
        } catch (final DirectoryIteratorException e) {
            close();
            throw e.getCause();
        }
    }

    /** Returns true if the listing was closed before all names had been read. */
    boolean isUseless() {
        return isClosed && !isRead;
    }

    int size() {
        return size;
    }

    /** Records that a name was created or removed. Does not wait for readers. */
    void change(final byte[] name, final boolean comes) {
        changes.add(new Change(name, comes));
    }

    /** Applies the recorded changes. */
    synchronized void update() {
        for (Change change = changes.poll(); change != null; change = changes.poll()) {
            if (change.comes) {
                add(change.name);
            } else {
                remove(change.name);
            }
        }
        size = names.size();
    }

    /** Adds a name unless the listing already contains it. */
    private void add(final byte[] name) {
        long cookie = cookie(name);
        if (near(cookie).values().stream().anyMatch(one -> Arrays.equals(one, name))) {
            return;
        }
        while (names.containsKey(cookie)) {
            cookie++;
        }
        names.put(cookie, name);
    }

    private void remove(final byte[] name) {
        near(cookie(name)).values().removeIf(one -> Arrays.equals(one, name));
    }

    private NavigableMap<Long, byte[]> near(final long cookie) {
        return names.subMap(cookie, true, cookie + NEAR, false);
    }

    private static long cookie(final byte[] name) {
        long hash = FNV_BASIS;
        for (final byte one : name) {
            hash = (hash ^ one & 0xff) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 29) * FNV_PRIME;
        return (hash ^ hash >>> 32) >>> 2 | 4;
    }

    /** Returns the first entries that follow a cookie. */
    synchronized List<Entry> after(final long cookie, final int most) {
        update();
        final List<Entry> some = new ArrayList<>(most);
        for (final Map.Entry<Long, byte[]> entry : names.tailMap(cookie, false).entrySet()) {
            if (some.size() == most) {
                break;
            }
            some.add(new Entry(entry.getKey(), entry.getValue()));
        }
        return some;
    }

    @Override
    public synchronized void close() {
        CloseHelper.quietClose(stream);
        stream = null;
        isClosed = true;
    }
}
