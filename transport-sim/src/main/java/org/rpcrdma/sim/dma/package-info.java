// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Internal: how long a simulated NIC's DMA takes: its engines, page walks, and contexts. */
package org.rpcrdma.sim.dma;
