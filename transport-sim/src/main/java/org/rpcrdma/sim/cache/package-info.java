// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the caches of a simulated NIC, and the cached contexts in host memory (queue pairs, work requests, memory
 * keys, translations). {@link org.rpcrdma.sim.cache.ContextMemory} is the entry point, in which memory keys, DMA and
 * queues look up contexts.
 */
package org.rpcrdma.sim.cache;
