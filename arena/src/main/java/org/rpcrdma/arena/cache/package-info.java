// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: stacks of free buffers in front of the shards, one for each endpoint ({@link
 * org.rpcrdma.arena.cache.EndpointStack}), and stripes for all other threads ({@link org.rpcrdma.arena.cache.Stripes}).
 * They take buffers from a {@link org.rpcrdma.arena.cache.FreeList}, which the arena is, and return them to it. Only
 * for {@code org.rpcrdma.arena}.
 */
package org.rpcrdma.arena.cache;
