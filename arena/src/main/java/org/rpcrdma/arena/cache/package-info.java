// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: stacks of free buffers in front of the shards: one per endpoint ({@link
 * org.rpcrdma.arena.cache.EndpointStack}), and stripes for all other threads ({@link org.rpcrdma.arena.cache.Stripes}).
 * They take buffers from a {@link org.rpcrdma.arena.cache.FreeList}, which the arena implements, and return them to it.
 * For {@code org.rpcrdma.arena} only.
 */
package org.rpcrdma.arena.cache;
