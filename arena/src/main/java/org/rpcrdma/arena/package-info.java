// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Receive buffers grouped into shards: native memory, aligned to its size, that is made usable by the device once.
 *
 * <p>A {@link org.rpcrdma.arena.ReceiveArena} hands out buffers as primitive handles, or as {@link
 * org.rpcrdma.arena.BufferLease}s. An {@link org.rpcrdma.arena.ArenaEndpoint} is one connection's way to it, with a
 * quota. The mappers of {@link org.rpcrdma.arena.mapper} make a shard usable by the device. {@link
 * org.rpcrdma.arena.LeakDetection} chooses how closely the holders of buffers are watched.
 *
 * <p>Figures come from {@link org.rpcrdma.arena.ArenaMetrics}; {@link org.rpcrdma.arena.counters} shows them to other
 * processes, and JDK Flight Recorder has the events {@code org.rpcrdma.Arena*}.
 *
 * <pre>
 *   ReceiveArena     acquires and releases; {@code BufferHolds} checks handles, {@code CentralFreeList} adds shards
 *      |
 *   cache  leak      free buffers of threads and endpoints; who holds a buffer, and what is poisoned
 *      |
 *   index            shards in a radix tree, states of buffers, slabs of memory
 *      |
 *   mapper           DMA mappings and registrations
 * </pre>
 *
 * @since 0.1.0
 */
package org.rpcrdma.arena;
