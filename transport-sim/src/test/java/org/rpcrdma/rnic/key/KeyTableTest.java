// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.Access;

class KeyTableTest {
    private static final int LOW_BYTES = 256;

    private final KeyTable keys = new KeyTable(new ContextMemory(CostModel.defaults()), () -> {}, Numbering.IN_ORDER);

    @Test
    void shouldNotRepeatAnIndexsKeyUntilItsLowByteWraps() {
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
    void shouldContinueFromTheLowByteOfEachIndexAfterTheTableGrew() {
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
    void shouldAcceptTheLocalDmaLkeyForLocalAccessOnly() {
        assertTrue(keys.allows(PageKey.DOMAIN, KeyTable.LOCAL_DMA_LKEY, 0, Long.MAX_VALUE, Access.LOCAL_WRITE, false));
        assertFalse(keys.allows(PageKey.DOMAIN, KeyTable.LOCAL_DMA_LKEY, 1, Long.MAX_VALUE, 0, false), "wraps");
        assertFalse(keys.allows(PageKey.DOMAIN, KeyTable.LOCAL_DMA_LKEY, 0, 1, Access.REMOTE_READ, true));
    }

    private PageKey add() {
        return add(0);
    }

    private PageKey add(final int access) {
        final PageKey entry = new PageKey(keys.takeKey(), access);
        keys.put(entry);
        return entry;
    }
}
