// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

/**
 * Whether a host's IOMMU translates ({@code iommu=off}), and when it ends what its IOTLB holds of a mapping that is
 * unmapped ({@code iommu.strict}).
 */
public enum IommuMode {
    /**
     * It does not translate: a DMA address is the address in the host's memory, mappings cost nothing, and the device
     * reaches everything. DMA outside of the memory blocks that are there is a fault all the same; DMA to a block that is
     * there and not mapped goes through and is counted ({@link IommuStatistics#staleAccesses()}).
     */
    OFF,
    /** Before the call returns: the device has no access then. */
    STRICT,
    /**
     * Together with that of many other mappings, a while later: unmapping is cheaper, and the device has access until
     * then, through what the IOTLB happens to hold.
     */
    LAZY
}
