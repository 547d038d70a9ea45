// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the timing of a simulated NIC's DMA: its engines, page walks, and contexts. Confined to the simulation's
 * thread.
 */
package org.rpcrdma.sim.dma;
