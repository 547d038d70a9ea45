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

    private MemoryKey[] entries = new MemoryKey[FIRST_CAPACITY];
    /** The low byte of the next key for each free index. */
    private byte[] nextLowBytes = new byte[FIRST_CAPACITY];

    private int[] free = new int[FIRST_CAPACITY];
    private int freeCount;
    private int next = KeyTable.FIRST_INDEX;

    @Override
    public int take() {
        final int index = freeCount > 0 ? free[--freeCount] : next++;
        if (index == KeyTable.INDEX_LIMIT) {
            next--;
            throw KeyTable.noneLeft();
        }
        if (index == entries.length) {
            entries = Arrays.copyOf(entries, index * 2);
            nextLowBytes = Arrays.copyOf(nextLowBytes, index * 2);
            free = Arrays.copyOf(free, index * 2);
        }
        return index << KeyTable.INDEX_SHIFT | Byte.toUnsignedInt(nextLowBytes[index]);
    }

    @Override
    public MemoryKey at(final int index) {
        return index < next ? entries[index] : null;
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
