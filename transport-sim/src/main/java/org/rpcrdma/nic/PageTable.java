/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

/**
 * The IOMMU's page table: four levels of 512 entries over 48 bits, with leaves of 4 KB. A table once made stays, as
 * Linux leaves them; iovas are used again, so that their number stays bounded.
 *
 * <pre>
 * iova   47      39 38      30 29      21 20      12 11       0
 *       | level 4  | level 3  | level 2  | level 1  |  offset  |
 *
 * leaf   63                                       12 11   2 1 0
 *       | native address of the page                |  0   |W|R|    0: not mapped
 * </pre>
 *
 * <p>Beside each leaf stands the number of the DMA mapping that it belongs to.
 */
final class PageTable {
    static final int PAGE_SHIFT = 12;
    static final int PAGE_SIZE = 1 << PAGE_SHIFT;
    static final int DEVICE_READS = 1;
    static final int DEVICE_WRITES = 2;
    static final long PAGE_MASK = -PAGE_SIZE;

    private static final int LEVEL_BITS = 9;
    private static final int LEVEL_SIZE = 1 << LEVEL_BITS;
    private static final int LEVEL_MASK = LEVEL_SIZE - 1;

    private final Object[] root = new Object[LEVEL_SIZE];

    void set(final long iova, final long leaf, final int mapping) {
        final LeafTable table = tableFor(iova);
        final int i = index(iova, 1);
        table.leaves[i] = leaf;
        table.mappings[i] = mapping;
    }

    /** The table that holds the leaf of an iova, or null. */
    LeafTable find(final long iova) {
        if (iova >>> (PAGE_SHIFT + 4 * LEVEL_BITS) != 0) {
            return null;
        }
        Object table = root;
        for (int level = 4; level > 1 && table != null; level--) {
            table = ((Object[]) table)[index(iova, level)];
        }
        return (LeafTable) table;
    }

    private LeafTable tableFor(final long iova) {
        Object[] table = root;
        for (int level = 4; level > 2; level--) {
            final int i = index(iova, level);
            if (table[i] == null) {
                table[i] = new Object[LEVEL_SIZE];
            }
            table = (Object[]) table[i];
        }
        final int i = index(iova, 2);
        if (table[i] == null) {
            table[i] = new LeafTable();
        }
        return (LeafTable) table[i];
    }

    /** Pages that a range touches. */
    static long pages(final long address, final long length) {
        return ((address & ~PAGE_MASK) + length + PAGE_SIZE - 1) >>> PAGE_SHIFT;
    }

    static int index(final long iova, final int level) {
        return (int) (iova >>> (PAGE_SHIFT + (level - 1) * LEVEL_BITS)) & LEVEL_MASK;
    }

    /** A table of the lowest level. */
    static final class LeafTable {
        final long[] leaves = new long[LEVEL_SIZE];
        final int[] mappings = new int[LEVEL_SIZE];
    }
}
