// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.nic.config.IommuMode;

/** How much of an IOTLB memory takes up: an entry for each leaf of the IOMMU's page table. */
final class IotlbReach {
    private static final long[] LEAVES = {2 << 20, 65_536};
    private static final long PAGE = 4096;

    private IotlbReach() {}

    /**
     * Entries that hold all of some memory at once.
     *
     * @param mappings mappings of equal size, each aligned to it.
     * @param bytes    the sum of their sizes.
     */
    static long entries(final Hardware hardware, final long mappings, final long bytes) {
        if (hardware.iommu() == IommuMode.OFF || mappings == 0) {
            return 0;
        }
        final long each = bytes / mappings;
        final long leaf = leaf(hardware.largestLeaf(), each);
        return mappings * ((each + leaf - 1) / leaf);
    }

    private static long leaf(final long largest, final long length) {
        for (final long leaf : LEAVES) {
            if (leaf <= largest && leaf <= length) {
                return leaf;
            }
        }
        return PAGE;
    }
}
