// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cache;

import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * A fully associative cache of translations that replaces the least recently used: keys only, the caller keeps what
 * belongs to an entry in arrays beside it. Look-up, insertion and invalidation take constant time; that of the key used
 * last, or where the caller knows the entry, takes next to none. No key is -1. It takes the memory that it needs, up to
 * that of all its entries, and allocates nothing then.
 *
 * <pre>
 * table    open addressing, linear probing: number of an entry, 0 if empty
 * keys     [number] -> key
 * links    [2 * number]     -> the next less recently used;  0 is the ring's anchor
 *          [2 * number + 1] -> the next more recently used
 * </pre>
 */
public final class TranslationCache {
    public static final int ABSENT = -1;

    private static final long FIBONACCI = 0x9e3779b97f4a7c15L;
    private static final int INITIAL_CAPACITY = 4;
    /** Of caches that never held anything: nothing is found there, and nothing written. */
    private static final int[] NO_TABLE = new int[2];

    private static final long[] NO_KEYS = {-1, -1};
    private static final int[] NO_LINKS = new int[2];
    /** The key of an entry that holds none. */
    private static final long NO_KEY = -1;

    private final int limit;
    private int capacity;
    private long[] keys;
    private int[] links;
    private int[] table;
    private int mask;
    private int shift;
    private int used;
    private int free;
    /** The entry used last, 0 if there is none, and its key. */
    private int newest;

    private long newestKey;

    public TranslationCache(final int entries) {
        limit = entries;
        keys = NO_KEYS;
        links = NO_LINKS;
        table = NO_TABLE;
        mask = 1;
        shift = Long.SIZE - 1;
    }

    /** Returns the entry of a key, from 0 up, which becomes the most recently used; or ABSENT. */
    public int find(final long key) {
        return key == newestKey && newest != 0 ? newest - 1 : search(key);
    }

    /** Finds a key like {@link #find(long)}, first in the entry that it, or a neighbour, was in before. */
    int find(final long key, final int probable) {
        final int number = probable + 1;
        if (keys[number] != key) {
            return find(key);
        }
        if (number != newest) {
            unlink(number);
            linkMostRecent(number, key);
        }
        return probable;
    }

    private int search(final long key) {
        for (int i = home(key); ; i = (i + 1) & mask) {
            final int number = table[i];
            if (number == 0) {
                return ABSENT;
            }
            if (keys[number] == key) {
                unlink(number);
                linkMostRecent(number, key);
                return number - 1;
            }
        }
    }

    /** Takes an entry for a key that is not in the cache: the least recently used one if all are in use. */
    public int insert(final long key) {
        final int number = takeNumber();
        keys[number] = key;
        addToTable(number);
        linkMostRecent(number, key);
        return number - 1;
    }

    private int takeNumber() {
        if (free != 0) {
            final int number = free;
            free = links[2 * number];
            return number;
        }
        if (used == capacity && capacity < limit) {
            grow();
        }
        if (used < capacity) {
            return ++used;
        }
        final int oldest = links[1];
        unlink(oldest);
        removeFromTable(keys[oldest]);
        return oldest;
    }

    /** Forgets a key if the cache holds it. */
    public void invalidate(final long key) {
        final int number = removeFromTable(key);
        if (number != 0) {
            unlink(number);
            keys[number] = NO_KEY;
            links[2 * number] = free;
            free = number;
            newest = links[0];
            newestKey = keys[newest];
        }
    }

    /** Forgets all keys. */
    public void clear() {
        if (used == 0) {
            return;
        }
        Arrays.fill(table, 0);
        Arrays.fill(keys, NO_KEY);
        used = 0;
        free = 0;
        newest = 0;
        links[0] = 0;
        links[1] = 0;
    }

    /** All entries are in use and more are allowed: twice as many. */
    private void grow() {
        capacity = (int) Math.min(limit, Math.max(INITIAL_CAPACITY, 2L * capacity));
        keys = Arrays.copyOf(keys, capacity + 1);
        Arrays.fill(keys, used + 1, capacity + 1, NO_KEY);
        links = Arrays.copyOf(links, 2 * (capacity + 1));
        makeTable();
        for (int number = 1; number <= used; number++) {
            addToTable(number);
        }
    }

    private void makeTable() {
        final int size = BitUtil.findNextPositivePowerOfTwo(capacity * 4);
        table = new int[size];
        mask = size - 1;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(size);
    }

    private int home(final long key) {
        return (int) ((key * FIBONACCI) >>> shift);
    }

    private void linkMostRecent(final int number, final long key) {
        final int[] ring = links;
        final int second = ring[0];
        ring[2 * number] = second;
        ring[2 * number + 1] = 0;
        ring[2 * second + 1] = number;
        ring[0] = number;
        newest = number;
        newestKey = key;
    }

    private void unlink(final int number) {
        final int[] ring = links;
        final int older = ring[2 * number];
        final int newer = ring[2 * number + 1];
        ring[2 * older + 1] = newer;
        ring[2 * newer] = older;
    }

    private void addToTable(final int number) {
        int i = home(keys[number]);
        while (table[i] != 0) {
            i = (i + 1) & mask;
        }
        table[i] = number;
    }

    private int removeFromTable(final long key) {
        int i = home(key);
        while (table[i] != 0 && keys[table[i]] != key) {
            i = (i + 1) & mask;
        }
        final int number = table[i];
        if (number != 0) {
            closeGap(i);
        }
        return number;
    }

    /** Moves later entries of a probe sequence forward, so that none is cut off by the gap. */
    private void closeGap(final int start) {
        int gap = start;
        int i = start;
        while (true) {
            i = (i + 1) & mask;
            if (table[i] == 0) {
                break;
            }
            final int home = home(keys[table[i]]);
            if (((i - home) & mask) >= ((i - gap) & mask)) {
                table[gap] = table[i];
                gap = i;
            }
        }
        table[gap] = 0;
    }
}
