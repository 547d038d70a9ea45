// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.rpcrdma.nic.host.Pages;

/**
 * The IOMMU's page table: four levels of 512 entries over 48 bits, with leaves of 4 KB, 64 KB and 2 MB. A table once
 * made stays, as Linux leaves them; iovas are used again, so that their number stays bounded.
 *
 * <pre>
 * iova   47      39 38      30 29      21 20      12 11       0
 *       | level 4  | level 3  | level 2  | level 1  |  offset  |
 *
 * leaf   63                                       12 11   4   2 1 0
 *       | native address of the leaf                |  0 |size|W|R|    0: not mapped;  size 0: 4 KB, 1: 64 KB, 2: 2 MB
 * </pre>
 *
 * <p>A leaf of 2 MB stands in a table of level 2, one of 64 KB in 16 entries of level 1, which are alike (AMD's
 * variable page sizes, Arm's contiguous bit). Beside each leaf stands the number of the DMA mapping that it belongs to.
 */
public final class PageTable {
    public static final int DEVICE_READS = 1;
    public static final int DEVICE_WRITES = 2;

    /** The leaves of 64 KB and 2 MB. */
    static final int LARGE_SHIFT = 16;

    static final int HUGE_SHIFT = 21;

    private static final int SIZE_AT = 2;
    private static final int SIZE_MASK = 3;
    private static final int LEVEL_BITS = 9;
    private static final int LEVEL_MASK = (1 << LEVEL_BITS) - 1;

    /** Tables have room for the entries up to the highest that was ever used: few hosts use many. */
    private static final int FIRST_ENTRIES = 8;

    private Object[] root = new Object[FIRST_ENTRIES];

    /** Sets a leaf of a size, to which its iova and its native address are aligned. */
    void set(final long iova, final int shift, final long leaf, final int mapping) {
        if (shift == HUGE_SHIFT) {
            directoryFor(iova).hugeLeaves().set(iova, leaf | 2L << SIZE_AT, mapping);
            return;
        }
        final LeafTable table = tableFor(iova);
        final long size = shift == LARGE_SHIFT ? 1L << SIZE_AT : 0;
        for (long page = iova; page < iova + (1L << shift); page += Pages.SIZE) {
            table.set(page, leaf | size, mapping);
        }
    }

    /** Takes out a leaf that is set; returns its size as a shift. */
    int clear(final long iova) {
        final LeafTable table = find(iova);
        final int shift = shift(table.leaf(iova));
        final long step = 1L << table.shift;
        for (long page = iova; page < iova + (1L << shift); page += step) {
            table.set(page, Iommu.FAULT, Mappings.NONE);
        }
        return shift;
    }

    /** Returns the table that holds the leaf of an iova, or would hold it, or null. */
    LeafTable find(final long iova) {
        if (iova >>> (Pages.SHIFT + 4 * LEVEL_BITS) != 0) {
            return null;
        }
        final Object[] third = (Object[]) entry(root, index(iova, 4));
        final Directory directory = third == null ? null : (Directory) entry(third, index(iova, 3));
        return directory == null ? null : directory.find(iova);
    }

    private Directory directoryFor(final long iova) {
        final int i = index(iova, 4);
        final int j = index(iova, 3);
        root = withRoom(root, i);
        final Object[] third = withRoom(root[i] == null ? new Object[FIRST_ENTRIES] : (Object[]) root[i], j);
        root[i] = third;
        if (third[j] == null) {
            third[j] = new Directory();
        }
        return (Directory) third[j];
    }

    /** Returns an entry of a table; null if the table does not reach so far. */
    private static <T> T entry(final T[] table, final int index) {
        return index < table.length ? table[index] : null;
    }

    /** Returns a table, or a larger one with the same in it, that reaches to an entry. */
    private static <T> T[] withRoom(final T[] table, final int index) {
        return index < table.length ? table : Arrays.copyOf(table, size(index));
    }

    /** Returns the size of a table that reaches to an entry. */
    private static int size(final int index) {
        return BitUtil.findNextPositivePowerOfTwo(index + 1);
    }

    private LeafTable tableFor(final long iova) {
        final Directory directory = directoryFor(iova);
        final int i = index(iova, 2);
        directory.tables = withRoom(directory.tables, i);
        if (directory.tables[i] == null) {
            directory.tables[i] = new LeafTable(Pages.SHIFT);
        }
        return directory.tables[i];
    }

    /** Returns the reach of an entry of a page-walk cache, as a shift: 512 GB, 1 GB, 2 MB. */
    static int reachShift(final int walkCacheLevel) {
        return Pages.SHIFT + (4 - walkCacheLevel) * LEVEL_BITS;
    }

    /** Returns the size of a leaf, as a shift. */
    static int shift(final long leaf) {
        return switch ((int) (leaf >>> SIZE_AT) & SIZE_MASK) {
            case 0 -> Pages.SHIFT;
            case 1 -> LARGE_SHIFT;
            default -> HUGE_SHIFT;
        };
    }

    /** Returns the native address of an iova that a leaf was set for. */
    static long nativeAddress(final long leaf, final long iova) {
        final long offset = (1L << shift(leaf)) - 1;
        return (leaf & Pages.MASK) | (iova & offset);
    }

    private static int index(final long iova, final int level) {
        return (int) (iova >>> (Pages.SHIFT + (level - 1) * LEVEL_BITS)) & LEVEL_MASK;
    }

    /** A table of level 2. */
    private static final class Directory {
        LeafTable[] tables = new LeafTable[FIRST_ENTRIES];
        /** The leaves of 2 MB, made when there is one. */
        private LeafTable huge;

        LeafTable hugeLeaves() {
            if (huge == null) {
                huge = new LeafTable(HUGE_SHIFT);
            }
            return huge;
        }

        LeafTable find(final long iova) {
            return huge != null && huge.leaf(iova) != Iommu.FAULT ? huge : entry(tables, index(iova, 2));
        }
    }

    /** A table's entries that are leaves. */
    static final class LeafTable {
        private final int shift;
        private long[] leaves = new long[FIRST_ENTRIES];
        private int[] mappings = new int[FIRST_ENTRIES];

        LeafTable(final int shift) {
            this.shift = shift;
        }

        /** Returns the leaf of an iova, or FAULT. */
        long leaf(final long iova) {
            final int i = (int) (iova >>> shift) & LEVEL_MASK;
            return i < leaves.length ? leaves[i] : Iommu.FAULT;
        }

        /** Returns the DMA mapping that the leaf of an iova belongs to, which is not FAULT. */
        int mapping(final long iova) {
            return mappings[(int) (iova >>> shift) & LEVEL_MASK];
        }

        private void set(final long iova, final long leaf, final int mapping) {
            final int i = (int) (iova >>> shift) & LEVEL_MASK;
            if (i >= leaves.length) {
                leaves = Arrays.copyOf(leaves, size(i));
                mappings = Arrays.copyOf(mappings, size(i));
            }
            leaves[i] = leaf;
            mappings[i] = mapping;
        }
    }
}
