// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/** A file's bytes in memory. If nothing was written there is no memory either, and zeros are read. */
final class FileContent {
    static final int EXTENT = 16_384;

    private final Capacity capacity;
    private final Long2ObjectHashMap<byte[]> extents = new Long2ObjectHashMap<>();

    /** Extents that the stable store does not have as they are. */
    private final LongHashSet dirty = new LongHashSet();

    FileContent(final Capacity capacity) {
        this.capacity = capacity;
    }

    void read(final long offset, final MutableDirectBuffer target, final int at, final int length) {
        int done = 0;
        while (done < length) {
            final int from = offsetInExtent(offset + done);
            final int count = Math.min(length - done, EXTENT - from);
            final byte[] extent = extents.get((offset + done) / EXTENT);
            if (extent == null) {
                target.setMemory(at + done, count, (byte) 0);
            } else {
                target.putBytes(at + done, extent, from, count);
            }
            done += count;
        }
    }

    /** Writes all or, if there is no room, nothing. */
    void write(final long offset, final DirectBuffer source, final int at, final int length) {
        if (length > 0) {
            claim(offset / EXTENT, (offset + length - 1) / EXTENT);
        }
        int done = 0;
        while (done < length) {
            final int to = offsetInExtent(offset + done);
            final int count = Math.min(length - done, EXTENT - to);
            source.getBytes(at + done, extents.get((offset + done) / EXTENT), to, count);
            dirty.add((offset + done) / EXTENT);
            done += count;
        }
    }

    private void claim(final long first, final long last) {
        long missing = 0;
        for (long i = first; i <= last; i++) {
            missing += extents.containsKey(i) ? 0 : 1;
        }
        capacity.takeBytes(missing * EXTENT);
        for (long i = first; i <= last; i++) {
            if (!extents.containsKey(i)) {
                extents.put(i, new byte[EXTENT]);
            }
        }
    }

    /** What lies behind the new end is gone, and reads as zeros if the file grows again. */
    void truncate(final long size) {
        final long kept = (size + EXTENT - 1) / EXTENT;
        final int before = extents.size();
        extents.keySet().removeIf(i -> i >= kept);
        dirty.removeIf(i -> i >= kept);
        capacity.giveBytes((long) (before - extents.size()) * EXTENT);
        final byte[] last = extents.get(size / EXTENT);
        if (last != null) {
            Arrays.fill(last, offsetInExtent(size), EXTENT, (byte) 0);
        }
    }

    /** Returns the bytes of memory. */
    long used() {
        return (long) extents.size() * EXTENT;
    }

    /** Gives the stable store what it does not have. */
    void writeBack(final StableStore store, final long inode, final long size) {
        for (final long i : dirty) {
            final int length = (int) Math.min(EXTENT, size - i * EXTENT);
            store.data(inode, i * EXTENT, extents.get(i), length);
        }
        dirty.clear();
    }

    private static int offsetInExtent(final long offset) {
        return (int) (offset % EXTENT);
    }
}
