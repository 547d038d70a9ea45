// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.host.SimulatedMemory;
import org.rpcrdma.sim.iommu.PageWalks;

/**
 * The host of a simulated device.
 *
 * @param costs      the costs of the host, its NIC and its link.
 * @param processors the processors, which run handlers and are charged for verbs calls.
 * @param memory     the host's memory.
 * @param iommu      the IOMMU, which maps memory for the device.
 * @param walks      the IOMMU's page walks.
 * @param contexts   the NIC's caches.
 */
record SimulatedHost(
        CostModel costs,
        HostProcessors processors,
        SimulatedMemory memory,
        Iommu iommu,
        PageWalks walks,
        ContextMemory contexts) {}
