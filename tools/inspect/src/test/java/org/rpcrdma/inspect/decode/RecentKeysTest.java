// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.agrona.collections.Hashing;
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
    void shouldSpreadKeysThatCollideInTheMap() {
        final int mask = 0xfff;
        final Set<Integer> buckets = new HashSet<>();
        int colliding = 0;
        for (long key = 0; colliding < 256; key++) {
            if (Hashing.hash(key, mask) == 0) {
                colliding++;
                buckets.add(Hashing.hash(RecentKeys.scramble(key, 0x1234_5678_9abc_def1L), mask));
            }
        }
        assertTrue(buckets.size() > 200, "buckets=" + buckets.size());
        assertNotEquals(RecentKeys.scramble(7, 1), RecentKeys.scramble(7, 2), "the secret decides");
    }
}
