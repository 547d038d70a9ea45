// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * A fully associative LRU cache of translations. The cache stores only keys, and the caller keeps the entries' data in
 * parallel arrays. Look-up, insertion and invalidation take constant time, and almost no time if the key was the last
 * one used or if the caller knows the entry. A key must not be -1. The cache grows on demand to its full capacity;
 * after that it allocates nothing.
 *
 * <pre>
 * table    [hash] -> number of the first entry in the bucket, 0 if empty
 * keys     [number] -> key
 * links    [4 * number]     -> the next less recently used entry;  0 is the ring's anchor
 *          [4 * number + 1] -> the next more recently used entry
 *          [4 * number + 2] -> the next entry in the bucket, 0 after the last
 * </pre>
 */
public final class TranslationCache {
    public static final int ABSENT = -1;

    private static final long FIBONACCI = 0x9e3779b97f4a7c15L;
    private static final int INITIAL_CAPACITY = 1;
    /**
     * The minimum number of buckets per entry. With three, rounded up to a power of two, few buckets hold more than one
     * entry.
     */
    private static final int BUCKETS = 3;

    private static final int ROW_SHIFT = 2;
    private static final int NEWER = 1;
    private static final int NEXT = 2;
    /** The table of an empty cache. All caches share it and never write to it, and look-ups in it find nothing. */
    private static final int[] NO_TABLE = new int[2];

    private static final long[] NO_KEYS = {-1, -1};
    private static final int[] NO_LINKS = new int[1 << ROW_SHIFT];
    /** The key of an empty entry. */
    private static final long NO_KEY = -1;

    private final int limit;
    private int capacity;
    private long[] keys;
    private int[] links;
    private int[] table;
    private int shift;
    private int used;
    private int free;
    /** The number of the most recently used entry, or 0 if the cache is empty. */
    private int newest;
    /** The key of the most recently used entry. */
    private long newestKey;

    public TranslationCache(final int entries) {
        limit = entries;
        keys = NO_KEYS;
        links = NO_LINKS;
        table = NO_TABLE;
        shift = Long.SIZE - 1;
    }

    /**
     * Returns the entry of a key, from 0, and makes it the most recently used entry. Returns ABSENT if the key is not
     * cached.
     */
    public int find(final long key) {
        return key == newestKey && newest != 0 ? newest - 1 : search(key);
    }

    /**
     * Finds a key like {@link #find(long)}, but first checks the entry in which the key or a neighbouring key was last
     * found.
     */
    int find(final long key, final int probable) {
        final int number = probable + 1;
        if (keys[number] != key) {
            return find(key);
        }
        if (number != newest) {
            use(number, key);
        }
        return probable;
    }

    private int search(final long key) {
        final int number = inBucket(key);
        if (number == 0) {
            return ABSENT;
        }
        use(number, key);
        return number - 1;
    }

    /** Returns the number of a key's entry, or 0 if the key is not cached. */
    private int inBucket(final long key) {
        int number = table[home(key)];
        while (number != 0 && keys[number] != key) {
            number = links[(number << ROW_SHIFT) + NEXT];
        }
        return number;
    }

    /** Marks an entry as the most recently used one. */
    private void use(final int number, final long key) {
        unlink(number);
        linkMostRecent(number, key);
    }

    /**
     * Inserts a key that is not in the cache and returns its entry. A full cache evicts the least recently used key.
     */
    public int insert(final long key) {
        final int number = takeNumber();
        keys[number] = key;
        addToTable(number, key);
        linkMostRecent(number, key);
        return number - 1;
    }

    private int takeNumber() {
        if (free != 0) {
            final int number = free;
            free = links[number << ROW_SHIFT];
            return number;
        }
        if (used == capacity && capacity < limit) {
            grow();
        }
        if (used < capacity) {
            return ++used;
        }
        final int oldest = links[NEWER];
        unlink(oldest);
        removeFromTable(oldest);
        return oldest;
    }

    /** Removes a key if it is in the cache. */
    public void invalidate(final long key) {
        final int number = inBucket(key);
        if (number != 0) {
            release(number);
        }
    }

    /**
     * Removes a key, or returns false if the key is not in the cache. First checks the entry in which the key or a
     * neighbouring key was last found.
     */
    boolean remove(final long key, final int probable) {
        final int number = keys[probable + 1] == key ? probable + 1 : inBucket(key);
        if (number == 0) {
            return false;
        }
        release(number);
        return true;
    }

    private void release(final int number) {
        removeFromTable(number);
        unlink(number);
        keys[number] = NO_KEY;
        links[number << ROW_SHIFT] = free;
        free = number;
        newest = links[0];
        newestKey = keys[newest];
    }

    /** Removes all keys. */
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
        links[NEWER] = 0;
    }

    /** Increases the capacity by half when all entries are in use. Most caches of clients are small. */
    private void grow() {
        capacity = (int) Math.min(limit, Math.max(INITIAL_CAPACITY, capacity + (capacity + 1L) / 2));
        keys = Arrays.copyOf(keys, capacity + 1);
        Arrays.fill(keys, used + 1, capacity + 1, NO_KEY);
        links = Arrays.copyOf(links, capacity + 1 << ROW_SHIFT);
        final int size = BitUtil.findNextPositivePowerOfTwo(capacity * BUCKETS);
        table = new int[size];
        shift = Long.SIZE - Integer.numberOfTrailingZeros(size);
        for (int number = 1; number <= used; number++) {
            addToTable(number, keys[number]);
        }
    }

    private int home(final long key) {
        return (int) ((key * FIBONACCI) >>> shift);
    }

    private void linkMostRecent(final int number, final long key) {
        final int[] ring = links;
        final int second = ring[0];
        ring[number << ROW_SHIFT] = second;
        ring[(number << ROW_SHIFT) + NEWER] = 0;
        ring[(second << ROW_SHIFT) + NEWER] = number;
        ring[0] = number;
        newest = number;
        newestKey = key;
    }

    private void unlink(final int number) {
        final int[] ring = links;
        final int older = ring[number << ROW_SHIFT];
        final int newer = ring[(number << ROW_SHIFT) + NEWER];
        ring[(older << ROW_SHIFT) + NEWER] = newer;
        ring[newer << ROW_SHIFT] = older;
    }

    private void addToTable(final int number, final long key) {
        final int bucket = home(key);
        links[(number << ROW_SHIFT) + NEXT] = table[bucket];
        table[bucket] = number;
    }

    private void removeFromTable(final int number) {
        final int bucket = home(keys[number]);
        final int next = links[(number << ROW_SHIFT) + NEXT];
        int before = table[bucket];
        if (before == number) {
            table[bucket] = next;
            return;
        }
        while (links[(before << ROW_SHIFT) + NEXT] != number) {
            before = links[(before << ROW_SHIFT) + NEXT];
        }
        links[(before << ROW_SHIFT) + NEXT] = next;
    }
}
