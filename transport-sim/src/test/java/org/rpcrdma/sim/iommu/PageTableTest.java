// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.sim.time.SeededRandom;

class PageTableTest {
    private static final int PAGES = 48;
    private static final long FIRST = 0x7f000L << Pages.SHIFT;

    private record Leaf(long leaf, int mapping) {}

    private final PageTable table = new PageTable();
    private final Map<Long, Leaf> model = new HashMap<>();
    private int mappings;

    /**
     * The table contains runs of consecutive leaves, single leaves, and the leaves that remain after others have been
     * cleared.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHaveTheLeavesAndMappingsThatWereSetLast(final long seed) {
        final SeededRandom random = new SeededRandom(seed);
        for (int step = 0; step < 2000; step++) {
            final int page = random.nextInt(PAGES);
            if (random.nextInt(3) == 0) {
                clear(page);
            } else {
                map(page, 1 + random.nextInt(PAGES - page), (long) (1 + random.nextInt(1 << 20)) << Pages.SHIFT);
            }
            check();
        }
    }

    /** Maps the pages that precede the first mapped page. */
    private void map(final int page, final int count, final long address) {
        mappings++;
        for (int i = 0; i < count && !model.containsKey(iova(page + i)); i++) {
            final long leaf = address + (long) i * Pages.SIZE | Iommu.DEVICE_WRITES;
            table.set(iova(page + i), Pages.SHIFT, leaf, mappings);
            model.put(iova(page + i), new Leaf(leaf, mappings));
        }
    }

    private void clear(final int page) {
        for (int i = page; i < PAGES && model.remove(iova(i)) != null; i++) {
            assertEquals(Pages.SHIFT, table.clear(iova(i)));
        }
    }

    private void check() {
        for (int i = 0; i < PAGES; i++) {
            final PageTable.Row row = table.find(iova(i));
            final Leaf expected = model.get(iova(i));
            assertEquals(expected == null ? Iommu.FAULT : expected.leaf, row == null ? Iommu.FAULT : row.leaf(iova(i)));
            if (expected != null) {
                assertEquals(expected.mapping, row.mapping(iova(i)));
            }
        }
    }

    private static long iova(final int page) {
        return FIRST + (long) page * Pages.SIZE;
    }
}
