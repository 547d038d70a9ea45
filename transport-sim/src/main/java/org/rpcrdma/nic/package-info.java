// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The simulated RNIC behind the verbs contract: hosts on a {@link org.rpcrdma.nic.Fabric}, each with one
 * {@link org.rpcrdma.nic.SimulatedDevice}, an IOMMU with page table and IOTLB, reliable connected queue pairs that
 * exchange packets, and a {@link org.rpcrdma.nic.cost.CostModel} of named parameters.
 *
 * <p>Everything here belongs to the one thread that runs the {@link org.rpcrdma.sim.Simulation}.
 */
package org.rpcrdma.nic;
