// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * The mode of a host's IOMMU: off ({@code iommu=off}), or, if it translates, when it invalidates the IOTLB entries of a
 * removed mapping ({@code iommu.strict}).
 */
public enum IommuMode {
    /**
     * No translation: a DMA address is an address in the host's memory, mappings cost nothing, and the device can
     * access all memory. DMA outside every memory block is still a fault. DMA to a block that is not mapped succeeds
     * and
     * is counted ({@link IommuStatistics#staleAccesses()}).
     */
    OFF,
    /** Invalidates before the unmapping call returns; after the call, the device has no access. */
    STRICT,
    /**
     * Invalidates later, for many mappings together. Unmapping is cheaper, but until the invalidation, the device can
     * access unmapped memory through translations that are still in the IOTLB.
     */
    LAZY
}
