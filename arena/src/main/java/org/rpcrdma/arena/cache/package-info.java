// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: stacks of free buffers in front of the shards. Each endpoint has a stack
 * ({@link org.rpcrdma.arena.cache.EndpointStack}), and all other threads share stripes
 * ({@link org.rpcrdma.arena.cache.Stripes}). The stacks take buffers from a {@link org.rpcrdma.arena.cache.FreeList},
 * which the arena implements, and return them to it. For {@code org.rpcrdma.arena} only.
 */
package org.rpcrdma.arena.cache;
