// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * The mode of a host's IOMMU: off ({@code iommu=off}), or the time at which it invalidates the IOTLB for an unmapped
 * mapping ({@code iommu.strict}).
 */
public enum IommuMode {
    /**
     * No translation: a DMA address is the address in the host's memory, mappings cost nothing, and the device can
     * access all memory. DMA outside all memory blocks is still a fault. DMA to a block that is not mapped succeeds and
     * is counted ({@link IommuStatistics#staleAccesses()}).
     */
    OFF,
    /** Invalidates before the call returns: the device has no access then. */
    STRICT,
    /**
     * Invalidates later, for many mappings together. Unmapping is cheaper, but until then the device has access through
     * translations that happen to be in the IOTLB.
     */
    LAZY
}
