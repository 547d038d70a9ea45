// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.agrona.collections.Long2ObjectHashMap;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;

/**
 * The IOMMU's page table. It has four levels of tables with 512 entries each, for 48-bit addresses. The size of a leaf
 * is a power of two from 4 KB to 2 MB. Only leaves are stored, in rows of sixteen entries; a row is looked up by its
 * position in the table. Rows, like Linux's tables, are never freed; their number stays bounded because iovas are
 * reused.
 *
 * <pre>
 * iova   47      39 38      30 29      21 20      12 11       0
 *       | level 4  | level 3  | level 2  | level 1  |  offset  |
 *
 * leaf   63                                       12 11   6   2 1 0
 *       | native address of the leaf                |  0 |size|W|R|    0: not mapped;  size n: 2^n pages
 * </pre>
 *
 * <p>A leaf of 2 MB is in a table of level 2. A leaf of n pages occupies n equal entries of level 1, like AMD's
 * variable page sizes. If the table's granule is larger than a page, an entry covers one granule. Each leaf is stored
 * with the number of its DMA mapping.
 */
public final class PageTable {

    /** The size of the largest leaves, 2 MB, as a shift. */
    static final int HUGE_SHIFT = 21;

    static final long LARGEST = 1L << HUGE_SHIFT;

    /** The binary logarithm of the number of entries in a cache line; a line has eight. */
    static final int LINE_BITS = 3;

    private static final int SIZE_AT = 2;
    private static final int SIZE_MASK = 15;
    private static final int LEVEL_BITS = 9;
    /** The initial size of the map of rows, and a load factor that lets most clients' rows fit into 16 places. */
    private static final int FEW_ROWS = 8;

    private static final float LOAD_FACTOR = 0.8f;
    private static final int ROW_BITS = 4;
    private static final int ROW = 1 << ROW_BITS;

    private final Long2ObjectHashMap<Row> small = new Long2ObjectHashMap<>(FEW_ROWS, LOAD_FACTOR);
    /** The rows of leaves of 2 MB; created on first use. */
    private Long2ObjectHashMap<Row> huge;
    /** The position of the row of small leaves that was looked up last. */
    private long lastKey = -1;
    /** The row at {@link #lastKey}, or null. The next look-up usually needs the same row. */
    private Row lastRow;

    /** Sets a leaf. Precondition: its iova and its native address are aligned to its size. */
    void set(final long iova, final int shift, final long leaf, final int mapping) {
        final long sized = (long) (shift - Pages.SHIFT) << SIZE_AT;
        if (shift == HUGE_SHIFT) {
            huge = huge == null ? new Long2ObjectHashMap<>() : huge;
            huge.computeIfAbsent(iova >>> HUGE_SHIFT + ROW_BITS, key -> new Row(HUGE_SHIFT))
                    .set(iova, leaf | sized, mapping);
            return;
        }
        for (long page = iova; page < iova + (1L << shift); page += Pages.SIZE) {
            row(page).set(page, leaf | sized, mapping);
        }
    }

    private Row row(final long iova) {
        Row row = small(iova);
        if (row == null) {
            row = new Row(Pages.SHIFT);
            small.put(lastKey, row);
            lastRow = row;
        }
        return row;
    }

    private Row small(final long iova) {
        final long key = iova >>> Pages.SHIFT + ROW_BITS;
        if (key != lastKey) {
            lastRow = small.get(key);
            lastKey = key;
        }
        return lastRow;
    }

    /** Removes a leaf, which must be set, and returns its size as a shift. */
    int clear(final long iova) {
        final Row row = find(iova);
        final int shift = shift(row.leaf(iova));
        if (shift == HUGE_SHIFT) {
            row.clear(iova);
            return shift;
        }
        for (long page = iova; page < iova + (1L << shift); page += Pages.SIZE) {
            small(page).clear(page);
        }
        return shift;
    }

    /** Returns the row that contains an iova's leaf, or null if there is no such row. */
    Row find(final long iova) {
        if (huge != null) {
            final Row row = huge.get(iova >>> HUGE_SHIFT + ROW_BITS);
            if (row != null && row.leaf(iova) != Iommu.FAULT) {
                return row;
            }
        }
        return small(iova);
    }

    /** Returns the size that an entry of a page-walk cache covers (512 GB, 1 GB or 2 MB), as a shift. */
    static int reachShift(final int walkCacheLevel) {
        return Pages.SHIFT + (4 - walkCacheLevel) * LEVEL_BITS;
    }

    /** Returns the size of a leaf, as a shift. */
    static int shift(final long leaf) {
        return Pages.SHIFT + ((int) (leaf >>> SIZE_AT) & SIZE_MASK);
    }

    /** Returns the native address of an iova within a leaf. */
    static long nativeAddress(final long leaf, final long iova) {
        final long offset = (1L << shift(leaf)) - 1;
        return (leaf & Pages.MASK) | (iova & offset);
    }

    /**
     * Sixteen entries of a table, each of which is a leaf or empty. A mapping with many pages has consecutive leaves.
     * The entries are therefore stored individually only if they are not consecutive.
     */
    static final class Row {
        private static final int SHIFT_AT = ROW;

        /**
         * The size that an entry covers, as a shift, in the upper half. In the lower half, a bit mask of the entries
         * that are leaves, which is used while all leaves are consecutive and belong to one mapping.
         */
        private int shiftAndRun;

        private int runMapping;
        /** The leaf that the row's first entry would contain if the run started there. */
        private long runLeaf;

        /** The entries if they do not form a run; otherwise null. */
        private Entries entries;

        /** Entries that are stored individually. */
        private static final class Entries {
            final long[] leaves = new long[ROW];
            final int[] mappings = new int[ROW];
        }

        Row(final int shift) {
            shiftAndRun = shift << SHIFT_AT;
        }

        /** Returns the size that an entry covers, as a shift. */
        int shift() {
            return shiftAndRun >>> SHIFT_AT;
        }

        private boolean isInRun(final int i) {
            return (shiftAndRun >>> i & 1) != 0;
        }

        /** Returns the leaf of an iova, or FAULT. */
        long leaf(final long iova) {
            final int i = index(iova);
            if (entries != null) {
                return entries.leaves[i];
            }
            return isInRun(i) ? inRun(i) : Iommu.FAULT;
        }

        /** Returns the DMA mapping of the leaf of an iova. Precondition: the leaf is not FAULT. */
        int mapping(final long iova) {
            return entries == null ? runMapping : entries.mappings[index(iova)];
        }

        private long inRun(final int i) {
            return runLeaf + ((long) i << shift());
        }

        private void set(final long iova, final long leaf, final int mapping) {
            final int i = index(iova);
            if ((char) shiftAndRun == 0) {
                runLeaf = leaf - ((long) i << shift());
                runMapping = mapping;
            }
            if (entries == null && leaf == inRun(i) && mapping == runMapping) {
                shiftAndRun |= 1 << i;
            } else {
                spread();
                entries.leaves[i] = leaf;
                entries.mappings[i] = mapping;
            }
        }

        /** Stores each entry individually. */
        private void spread() {
            if (entries != null) {
                return;
            }
            final Entries spread = new Entries();
            for (int i = 0; i < ROW; i++) {
                spread.leaves[i] = isInRun(i) ? inRun(i) : Iommu.FAULT;
                spread.mappings[i] = runMapping;
            }
            entries = spread;
        }

        private void clear(final long iova) {
            final int i = index(iova);
            shiftAndRun &= ~(1 << i);
            if (entries != null) {
                entries.leaves[i] = Iommu.FAULT;
            }
        }

        private int index(final long iova) {
            return (int) (iova >>> shift()) & ROW - 1;
        }
    }
}
