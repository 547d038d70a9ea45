/**
 * The receive-buffer arena: a connection's Receive buffers grouped into shards that are mapped for the device once.
 *
 * <p>{@link org.rpcrdma.arena.ReceiveArena} hands buffers out by a primitive handle. A
 * {@link org.rpcrdma.arena.ShardMapper} makes a shard usable by the device:
 * {@link org.rpcrdma.arena.DmaShardMapper} with one DMA mapping a shard,
 * {@link org.rpcrdma.arena.PerBufferDmaShardMapper} with one a buffer, which is what shards are compared with.
 */
package org.rpcrdma.arena;
