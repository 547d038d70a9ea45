// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the times of a simulated NIC's DMA, including page walks and context reads. Confined to the simulation's
 * thread.
 */
package org.rpcrdma.sim.dma;
