// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The leaf sizes of an IOMMU's page table.
 *
 * @param sizes the sum of the sizes in bytes, which are powers of two.
 */
record PageTableLeaves(long sizes) {
    private static final int FEW = 4;
    private static final long LARGEST_SHARD = 2 << 20;

    static PageTableLeaves of(final SimulatedHardware hardware) {
        return new PageTableLeaves((long) hardware.costs().get(CostParameter.LEAVES));
    }

    /**
     * Returns the number of IOTLB entries that cover the given mappings, at one entry per leaf.
     *
     * @param mappings   the number of mappings. They have similar sizes, and each is aligned to its size rounded up to
     *                   a power of two.
     * @param bytes      the total size of the mappings.
     * @param contiguous the size of the contiguous blocks of memory that are mapped, a power of two.
     */
    static long iotlbEntries(
            final SimulatedHardware hardware, final long mappings, final long bytes, final long contiguous) {
        return hardware.iommu() == IommuMode.OFF || mappings == 0
                ? 0
                : of(hardware).entries(mappings, bytes, contiguous);
    }

    /**
     * Mappings have different sizes only if smaller blocks replace some blocks. The most frequent size is therefore the
     * mean, rounded up to a power of two.
     */
    private long entries(final long mappings, final long bytes, final long contiguous) {
        final long each = BitUtil.findNextPositivePowerOfTwo((bytes + mappings - 1) / mappings);
        final long largest = Math.min(Math.min(LARGEST_SHARD, contiguous), each);
        final long fitting = sizes & (2 * largest - 1);
        final long leaf = fitting == 0 ? Long.lowestOneBit(sizes) : Long.highestOneBit(fitting);
        return Math.max(mappings, (bytes + leaf - 1) / leaf);
    }

    /** Describes the leaf sizes. */
    String label() {
        final List<String> words = new ArrayList<>();
        for (long size = Long.lowestOneBit(sizes); size > 0 && size <= sizes; size *= 2) {
            if ((sizes & size) != 0) {
                words.add(words(size));
            }
        }
        return words.size() <= FEW ? String.join(", ", words) : words.get(0) + " and other powers of two";
    }

    private static String words(final long bytes) {
        if (bytes < 1 << 20) {
            return (bytes >> 10) + " KB";
        }
        return bytes < 1 << 30 ? (bytes >> 20) + " MB" : (bytes >> 30) + " GB";
    }
}
