// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The simulated RNIC. A {@link org.rpcrdma.sim.Fabric} connects hosts, and each host has one {@link
 * org.rpcrdma.sim.SimulatedDevice}. The named parameters of a {@link org.rpcrdma.sim.cost.CostModel} determine the
 * costs. {@link org.rpcrdma.rnic.RnicDevice} is the protocol engine. The following packages are its environment in
 * virtual time:
 *
 * <pre>
 * sim                    fabric, device, DMA without verbs
 * network   dma          ports, switch, connection messages; timing of transfers
 * iommu     cache        DMA mappings, page table, IOTLB; contexts cached on the NIC
 * host                   processors and memory of a host
 * sim.cost, sim.config   costs and kinds of devices
 * sim.time               virtual clock, seeded randomness
 * </pre>
 *
 * <p>Each package imports only the packages below it in this table. All classes are confined to the thread that runs
 * the {@link org.rpcrdma.sim.time.Simulation}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.sim;
