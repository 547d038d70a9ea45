// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecentKeysTest {
    private final RecentKeys keys = new RecentKeys();

    @Test
    void shouldForgetTheOldestKeyOnly() {
        for (long key = 0; key < RecentKeys.CAPACITY; key++) {
            keys.slotOf(key);
        }
        assertEquals(0, keys.slotOf(0), "a known key keeps its slot");
        final int slot = keys.slotOf(-5);
        assertEquals(0, slot);
        assertEquals(RecentKeys.NONE, keys.find(0));
        assertEquals(slot, keys.find(-5));
        assertNotEquals(RecentKeys.NONE, keys.find(1));
    }

    @Test
    void shouldKnowTheLatestKeysWhateverWasForgotten() {
        final Random random = new Random(43);
        final long[] latest = new long[RecentKeys.CAPACITY];
        for (int i = 0; i < 5 * RecentKeys.CAPACITY; i++) {
            final long key = random.nextLong();
            final int slot = i % RecentKeys.CAPACITY;
            final long oldest = latest[slot];
            latest[slot] = key;
            assertEquals(slot, keys.slotOf(key), "slots are assigned in turn");
            if (i >= RecentKeys.CAPACITY) {
                assertEquals(RecentKeys.NONE, keys.find(oldest), "the oldest key is forgotten");
            }
            final int other = random.nextInt(Math.min(i + 1, RecentKeys.CAPACITY));
            assertEquals(other, keys.find(latest[other]), "another key keeps its slot");
        }
    }

    @Test
    void shouldSpreadKeysThatCollide() {
        final int mask = 0xfff;
        final Set<Integer> places = new HashSet<>();
        for (long key = 0; key < 256; key++) {
            places.add((int) RecentKeys.scramble(key << 32, 0x1234_5678_9abc_def1L) & mask);
        }
        assertTrue(places.size() > 200, "places=" + places.size());
        assertNotEquals(RecentKeys.scramble(7, 1), RecentKeys.scramble(7, 2), "the result depends on the secret");
    }
}
