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
