// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: stacks of free buffers in front of the shards, one for each thread ({@link
 * org.rpcrdma.arena.cache.ThreadCache}) and each endpoint ({@link org.rpcrdma.arena.cache.EndpointCache}). They take
 * from, and give back to, a {@link org.rpcrdma.arena.cache.FreeList}, which the arena is. Only for {@code
 * org.rpcrdma.arena}.
 */
package org.rpcrdma.arena.cache;
