// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.key.region.Mkey;

class KeyTableTest {
    private static final int LOW_BYTES = 256;

    private final KeyTable keys = new KeyTable(new ContextMemory(CostModel.defaults()), () -> {});

    @Test
    void shouldNotRepeatAnIndexsKeyUntilItsLowByteHasGoneRound() {
        final Set<Integer> seen = new HashSet<>();
        int first = 0;
        for (int generation = 0; generation < LOW_BYTES; generation++) {
            final MemoryKey entry = add();
            assertTrue(seen.add(entry.key()), "generation=" + generation);
            first = generation == 0 ? entry.key() : first;
            keys.remove(entry);
        }
        assertEquals(first, add().key());
    }

    @Test
    void shouldGoOnFromTheLowByteOfEachIndexAfterTheTableGrew() {
        final MemoryKey stepped = add();
        keys.remove(stepped);
        final MemoryKey again = add();
        for (int i = 0; i < 200; i++) {
            add();
        }
        assertSame(again, keys.at(again.key()));
        keys.remove(again);
        assertEquals(stepped.key() + 2, add().key());
    }

    @Test
    void shouldFindNothingByAnOlderKeyOfAnIndex() {
        final MemoryKey older = add();
        keys.remove(older);
        final MemoryKey newer = add();
        assertNull(keys.find(older.key()));
        assertSame(newer, keys.at(older.key()));
    }

    private MemoryKey add() {
        final MemoryKey entry = new Mkey(keys.takeKey(), FrmrKey.of(0, 1));
        keys.put(entry);
        return entry;
    }
}
