// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.host.Numbering;
import org.rpcrdma.verbs.Access;

class KeyTableTest {
    private static final int LOW_BYTES = 256;

    private final KeyTable keys = new KeyTable(new ContextMemory(CostModel.defaults()), () -> {}, Numbering.IN_ORDER);

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

    @Test
    void shouldTakeTheLocalDmaLkeyForLocalAccessOnly() {
        assertTrue(keys.allows(PageKey.DOMAIN, KeyTable.LOCAL_DMA_LKEY, 0, Long.MAX_VALUE, Access.LOCAL_WRITE, false));
        assertFalse(keys.allows(PageKey.DOMAIN, KeyTable.LOCAL_DMA_LKEY, 1, Long.MAX_VALUE, 0, false), "wraps");
        assertFalse(keys.allows(PageKey.DOMAIN, KeyTable.LOCAL_DMA_LKEY, 0, 1, Access.REMOTE_READ, true));
    }

    @Test
    void shouldAskTheKeyForDomainRangeAndRights() {
        final int key = add(Access.REMOTE_READ).key();
        assertTrue(keys.allows(PageKey.DOMAIN, key, 0, PageKey.PAGE, Access.REMOTE_READ, true));
        assertFalse(keys.allows(PageKey.DOMAIN + 1, key, 0, 1, Access.REMOTE_READ, true), "another domain");
        assertFalse(keys.allows(PageKey.DOMAIN, key, 1, PageKey.PAGE, Access.REMOTE_READ, true), "behind the page");
        assertFalse(keys.allows(PageKey.DOMAIN, key, 0, 1, Access.REMOTE_WRITE, true), "another right");
        assertFalse(keys.allows(PageKey.DOMAIN, key + 1, 0, 1, 0, false), "another low byte");
    }

    @Test
    void shouldOpenAKeyThatIsBoundToAQueuePairThroughThatOneOnly() {
        final PageKey bound = add(Access.REMOTE_READ);
        bound.boundTo = 17;
        assertTrue(keys.allowsPeer(PageKey.DOMAIN, 17, bound.key(), 0, 1, Access.REMOTE_READ));
        assertFalse(keys.allowsPeer(PageKey.DOMAIN, 18, bound.key(), 0, 1, Access.REMOTE_READ));
        assertFalse(keys.allows(PageKey.DOMAIN, bound.key(), 0, 1, Access.REMOTE_READ, true), "through none");
    }

    @Test
    void shouldFindNothingByAKeyThatWasInvalidated() {
        final PageKey key = add(0);
        assertFalse(keys.invalidate(PageKey.DOMAIN + 1, 17, key.key()));
        assertSame(key, keys.find(key.key()));
        assertTrue(keys.invalidate(PageKey.DOMAIN, 17, key.key()));
        assertNull(keys.find(key.key()));
        assertFalse(keys.invalidate(PageKey.DOMAIN, 17, key.key()), "it is invalid already");
    }

    @Test
    void shouldLetAPeerInvalidateOnlyKeysThatAllowIt() {
        final PageKey key = add(0);
        key.isPeerInvalidatable = false;
        assertFalse(keys.invalidateForPeer(PageKey.DOMAIN, 17, key.key()));
        key.isPeerInvalidatable = true;
        assertTrue(keys.invalidateForPeer(PageKey.DOMAIN, 17, key.key()));
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
