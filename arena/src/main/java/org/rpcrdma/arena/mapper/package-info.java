// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Makes the shards of an arena usable by a device. A {@link org.rpcrdma.arena.mapper.ShardMapper} returns a
 * {@link org.rpcrdma.arena.mapper.ShardMapping} with the iova and the lkey of a shard:
 * <ul>
 *   <li>{@link org.rpcrdma.arena.mapper.DmaShardMapper}: a DMA mapping, covered by the local DMA lkey of the domain
 *   <li>{@link org.rpcrdma.arena.mapper.RegisteredShardMapper}: a registered memory region, which every device supports
 *   <li>{@link org.rpcrdma.arena.mapper.FastRegisteredShardMapper}: a region that a REG_MR work request registers
 *   <li>{@link org.rpcrdma.arena.mapper.PerBufferShardMapper}: a separate mapping for each buffer by another mapper, as
 *       a baseline
 * </ul>
 *
 * <p>Programs create a mapper and pass it to {@code ReceiveArena.Context}, or implement {@code ShardMapper} themselves.
 *
 * @since 0.1.0
 */
package org.rpcrdma.arena.mapper;
