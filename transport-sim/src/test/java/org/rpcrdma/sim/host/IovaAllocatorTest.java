// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;

class IovaAllocatorTest {

    @Test
    void shouldAlignRangesAndNeverOverlapThem() {
        final long seed = Seed.get();
        final SeededRandom random = new SeededRandom(seed);
        final IovaAllocator allocator = new IovaAllocator();
        final TreeMap<Long, Integer> live = new TreeMap<>();
        for (int i = 0; i < 50_000; i++) {
            if (random.nextInt(5) < 3 || live.isEmpty()) {
                final int order = random.nextInt(10);
                final long iova = allocator.allocate(order);
                final long size = 4096L << order;
                assertEquals(0, iova & (size - 1), "seed=" + seed);
                final Map.Entry<Long, Integer> below = live.lowerEntry(iova + size);
                assertTrue(
                        below == null || below.getKey() + (4096L << below.getValue()) <= iova,
                        "seed=" + seed + " step=" + i);
                live.put(iova, order);
            } else {
                final Long some = live.ceilingKey(random.nextLong(live.lastKey() + 1));
                allocator.free(some, live.remove(some));
            }
        }
    }

    @Test
    void shouldUseAllOfAnAddressSpaceAndThenFail() {
        final int pages = 64;
        final IovaAllocator allocator = new IovaAllocator(IovaAllocator.START + pages * 4096L);
        final List<Long> taken = new ArrayList<>();
        taken.add(allocator.allocate(0));
        taken.add(allocator.allocate(4));
        int used = 17;
        for (long iova = allocator.allocate(0); iova != IovaAllocator.NONE; iova = allocator.allocate(0)) {
            taken.add(iova);
            used++;
        }
        assertEquals(pages, used);
        assertEquals(taken.size(), taken.stream().distinct().count());
        assertEquals(IovaAllocator.NONE, allocator.allocate(40));
        allocator.free(taken.get(0), 0);
        assertNotEquals(IovaAllocator.NONE, allocator.allocate(0));
    }
}
