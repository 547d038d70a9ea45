// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The receive-buffer arena: a connection's Receive buffers grouped into shards that are mapped for the device once.
 *
 * <p>{@link org.rpcrdma.arena.ReceiveArena} hands buffers out by a primitive handle. A
 * {@link org.rpcrdma.arena.ShardMapper} makes a shard usable by the device:
 * {@link org.rpcrdma.arena.DmaShardMapper} with a DMA mapping, {@link org.rpcrdma.arena.RegisteredShardMapper} with a
 * registered memory region, {@link org.rpcrdma.arena.FastRegisteredShardMapper} with a fast-registered one; and over
 * each of them {@link org.rpcrdma.arena.PerBufferShardMapper} does so for every buffer by itself, which is what shards
 * are compared with.
 *
 * <p>An arena says how it is through {@link org.rpcrdma.arena.ArenaMetrics}, to other processes through
 * {@link org.rpcrdma.arena.ArenaCounters}, and to JDK Flight Recorder by the events {@code org.rpcrdma.Arena*}.
 */
package org.rpcrdma.arena;
