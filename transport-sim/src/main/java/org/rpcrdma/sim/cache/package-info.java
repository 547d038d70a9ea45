// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the caches of a simulated NIC, and the contexts in host memory that they cache (queue pairs, work requests,
 * memory keys and translations). The code for memory keys, DMA and queues looks up contexts in
 * {@link org.rpcrdma.sim.cache.ContextMemory}.
 */
package org.rpcrdma.sim.cache;
