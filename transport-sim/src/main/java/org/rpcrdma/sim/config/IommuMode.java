// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * Mode of a host's IOMMU: off ({@code iommu=off}), or when it invalidates its IOTLB for a mapping
 * that is unmapped ({@code iommu.strict}).
 */
public enum IommuMode {
    /**
     * No translation: a DMA address is the address in the host's memory, mappings cost nothing, and the device
     * reaches everything. DMA outside of all memory blocks is a fault all the same. DMA to a block that is not mapped
     * goes through and is counted ({@link IommuStatistics#staleAccesses()}).
     */
    OFF,
    /** Invalidates before the call returns: the device has no access then. */
    STRICT,
    /**
     * Invalidates a while later, for many mappings together: unmapping is cheaper, and until then the device has access
     * through the translations that the IOTLB happens to hold.
     */
    LAZY
}
