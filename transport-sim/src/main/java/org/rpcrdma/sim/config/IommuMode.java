// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * The mode of a host's IOMMU. The IOMMU is either off ({@code iommu=off}) or translates addresses. If it translates,
 * the IOTLB entries of a removed mapping are invalidated either immediately or later ({@code iommu.strict}).
 */
public enum IommuMode {
    /**
     * No translation. DMA addresses are addresses in the host's memory, mappings cost nothing, and the device can
     * access all memory. DMA to an address outside all memory blocks is still a fault. DMA to an unmapped block
     * succeeds and is counted ({@link IommuStatistics#staleAccesses()}).
     */
    OFF,
    /**
     * IOTLB entries are invalidated before the unmapping call returns, so the device cannot access the memory after the
     * call.
     */
    STRICT,
    /**
     * IOTLB entries are invalidated later, for many mappings together. Unmapping is cheaper, but until the invalidation
     * the device can use translations in the IOTLB to access unmapped memory.
     */
    LAZY
}
