// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import java.util.Arrays;

/**
 * Assigns keys with consecutive indexes. When an index is reused, its low byte continues from the last one, so an old
 * key stays invalid until the byte wraps around.
 */
final class KeysInOrder implements KeyDirectory {
    private static final int FIRST_CAPACITY = 8;

    // The arrays are created for the first key. Many clients need none.
    private MemoryKey[] entries = {};
    /** The low byte of the next key for each free index. */
    private byte[] nextLowBytes = {};

    private int[] free = {};
    private int freeCount;
    private int next = KeyTable.FIRST_INDEX;

    @Override
    public int take() {
        final int index = freeCount > 0 ? free[--freeCount] : next++;
        if (index == KeyTable.INDEX_LIMIT) {
            next--;
            throw KeyTable.noneLeft();
        }
        if (index >= entries.length) {
            final int capacity = Math.max(FIRST_CAPACITY, index * 2);
            entries = Arrays.copyOf(entries, capacity);
            nextLowBytes = Arrays.copyOf(nextLowBytes, capacity);
            free = Arrays.copyOf(free, capacity);
        }
        return index << KeyTable.INDEX_SHIFT | Byte.toUnsignedInt(nextLowBytes[index]);
    }

    @Override
    public MemoryKey at(final int index) {
        return index < entries.length ? entries[index] : null;
    }

    @Override
    public void put(final MemoryKey entry) {
        entries[KeyTable.index(entry.key())] = entry;
    }

    @Override
    public void remove(final MemoryKey entry) {
        final int index = KeyTable.index(entry.key());
        entries[index] = null;
        nextLowBytes[index] = (byte) (entry.key() + 1);
        free[freeCount++] = index;
    }
}
