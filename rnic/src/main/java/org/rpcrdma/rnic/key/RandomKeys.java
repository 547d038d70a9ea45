// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.rnic.port.Numbering;

/**
 * Assigns unpredictable keys. All 32 bits of each key are drawn at random, so a known key reveals nothing about later
 * keys.
 */
final class RandomKeys implements KeyDirectory {
    /**
     * The maximum number of keys. With more keys, a peer could guess a key more easily, and free indexes would become
     * rare.
     */
    static final int MOST = 1 << 20;

    private final Numbering numbering;
    private final Int2ObjectHashMap<MemoryKey> entries = new Int2ObjectHashMap<>();

    RandomKeys(final Numbering numbering) {
        this.numbering = numbering;
    }

    @Override
    public int take() {
        if (entries.size() == MOST) {
            throw KeyTable.noneLeft();
        }
        int key;
        do {
            key = numbering.random();
        } while (KeyTable.index(key) < KeyTable.FIRST_INDEX || entries.containsKey(KeyTable.index(key)));
        return key;
    }

    @Override
    public MemoryKey at(final int index) {
        return entries.get(index);
    }

    @Override
    public void put(final MemoryKey entry) {
        entries.put(KeyTable.index(entry.key()), entry);
    }

    @Override
    public void remove(final MemoryKey entry) {
        entries.remove(KeyTable.index(entry.key()));
    }
}
