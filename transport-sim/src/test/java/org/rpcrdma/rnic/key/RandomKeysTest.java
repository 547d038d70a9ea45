// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.cost.CostModel.preset;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.sim.cache.ContextMemory;

class RandomKeysTest {
    private static final int COUNT = 20_000;

    private final KeyTable keys = new KeyTable(new ContextMemory(preset("ideal")), () -> {}, Numbering.unpredictable());

    private PageKey add() {
        final PageKey entry = new PageKey(keys.takeKey(), 0);
        keys.put(entry);
        return entry;
    }

    private List<PageKey> addMany() {
        final List<PageKey> all = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            all.add(add());
        }
        return all;
    }

    @Test
    void shouldFindEveryKeyOnlyByItsNumber() {
        for (final PageKey key : addMany()) {
            assertSame(key, keys.find(key.key()));
            assertNull(keys.find(key.key() ^ 1), "another low byte");
            assertSame(key, keys.at(key.key() ^ 1));
        }
    }

    @Test
    void shouldGiveEveryKeyADistinctIndex() {
        final Set<Integer> indexes = new HashSet<>();
        addMany().forEach(key -> assertTrue(indexes.add(KeyTable.index(key.key()))));
    }

    @Test
    void shouldForgetAKeyThatIsRemoved() {
        final PageKey key = add();
        keys.remove(key);
        assertNull(keys.at(key.key()));
    }

    /**
     * With this many random keys, the probability that any bit is the same in all of them is about 2 to the -20,000.
     */
    @Test
    void shouldLeaveNoBitPredictable() {
        int all = -1;
        int any = 0;
        for (final PageKey key : addMany()) {
            all &= key.key();
            any |= key.key();
            assertNotEquals(KeyTable.index(KeyTable.LOCAL_DMA_LKEY), KeyTable.index(key.key()));
        }
        assertEquals(0, all);
        assertEquals(-1, any);
    }
}
