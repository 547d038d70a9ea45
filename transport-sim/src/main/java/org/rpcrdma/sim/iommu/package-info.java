// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the host's IOMMU. Confined to the simulation's thread.
 *
 * <p>The host maps memory for the device through {@link org.rpcrdma.rnic.memory.Iommu}, which the DMA engine also uses
 * to translate addresses. The IOMMU depends on the host's memory and processors, but not on a device.
 */
package org.rpcrdma.sim.iommu;
