/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * A fully associative cache of translations that replaces the least recently used: keys only, the caller keeps what
 * belongs to an entry in arrays beside it. Look-up, insertion and invalidation take constant time and allocate nothing.
 *
 * <pre>
 * table    open addressing, linear probing: entry + 1, 0 where empty
 * keys     [entry] -> key
 * older    [entry] -> the next less recently used;  [entries] is the ring's anchor
 * newer    [entry] -> the next more recently used
 * </pre>
 */
final class TranslationCache {
    static final int ABSENT = -1;

    private static final long FIBONACCI = 0x9e3779b97f4a7c15L;

    private final int entries;
    private final long[] keys;
    private final int[] older;
    private final int[] newer;
    private final int[] table;
    private final int mask;
    private final int shift;
    private int used;
    private int free = ABSENT;

    TranslationCache(final int entries) {
        this.entries = entries;
        keys = new long[entries];
        older = new int[entries + 1];
        newer = new int[entries + 1];
        final int capacity = BitUtil.findNextPositivePowerOfTwo(entries * 4);
        table = new int[capacity];
        mask = capacity - 1;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        older[entries] = entries;
        newer[entries] = entries;
    }

    /** The entry of a key, which becomes the most recently used; or ABSENT. */
    int find(final long key) {
        for (int i = home(key); ; i = (i + 1) & mask) {
            final int entry = table[i] - 1;
            if (entry == ABSENT) {
                return ABSENT;
            }
            if (keys[entry] == key) {
                touch(entry);
                return entry;
            }
        }
    }

    /** Takes an entry for a key that is not in the cache; the least recently used one where all are in use. */
    int insert(final long key) {
        final int entry;
        if (free != ABSENT) {
            entry = free;
            free = older[entry];
        } else if (used < entries) {
            entry = used++;
        } else {
            entry = newer[entries];
            unlink(entry);
            removeFromTable(keys[entry]);
        }
        keys[entry] = key;
        int i = home(key);
        while (table[i] != 0) {
            i = (i + 1) & mask;
        }
        table[i] = entry + 1;
        linkMostRecent(entry);
        return entry;
    }

    /** Forgets a key where the cache holds it. */
    void invalidate(final long key) {
        final int entry = removeFromTable(key);
        if (entry != ABSENT) {
            unlink(entry);
            older[entry] = free;
            free = entry;
        }
    }

    /** Forgets all keys. */
    void clear() {
        Arrays.fill(table, 0);
        used = 0;
        free = ABSENT;
        older[entries] = entries;
        newer[entries] = entries;
    }

    private int home(final long key) {
        return (int) ((key * FIBONACCI) >>> shift);
    }

    private void touch(final int entry) {
        if (older[entries] != entry) {
            unlink(entry);
            linkMostRecent(entry);
        }
    }

    private void linkMostRecent(final int entry) {
        final int second = older[entries];
        older[entry] = second;
        newer[entry] = entries;
        newer[second] = entry;
        older[entries] = entry;
    }

    private void unlink(final int entry) {
        newer[older[entry]] = newer[entry];
        older[newer[entry]] = older[entry];
    }

    private int removeFromTable(final long key) {
        int i = home(key);
        while (table[i] != 0 && keys[table[i] - 1] != key) {
            i = (i + 1) & mask;
        }
        final int entry = table[i] - 1;
        if (entry != ABSENT) {
            closeGap(i);
        }
        return entry;
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
            final int home = home(keys[table[i] - 1]);
            if (((i - home) & mask) >= ((i - gap) & mask)) {
                table[gap] = table[i];
                gap = i;
            }
        }
        table[gap] = 0;
    }
}
