// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Receive buffers grouped into shards: native memory, aligned to its size, that is made usable by the device once.
 *
 * <p>A {@link org.rpcrdma.arena.ReceiveArena} hands out buffers as primitive handles, or as {@link
 * org.rpcrdma.arena.BufferLease}s. An {@link org.rpcrdma.arena.ArenaEndpoint} is one connection's way to it, with a
 * quota. {@link org.rpcrdma.arena.LeakDetection} chooses how closely the holders of buffers are watched. {@link
 * org.rpcrdma.arena.ArenaFigures} tell how much memory is used.
 *
 * <h2>The way of a buffer, in seven steps</h2>
 *
 * <ol>
 *   <li><b>Its handle</b> ({@code HandleBits}, {@code StateBits}, {@code ShardGeometry}). A buffer is a number: its
 *       shard and its slot. A handle is that number, the arena's tag and the buffer's generation, which counts its
 *       releases. The buffer's state has the same generation, and counts the holds.
 *   <li><b>A stack</b> ({@code FreeStack}). An endpoint has its own ({@code EndpointStack}), used by one thread:
 *       acquire pops a handle and release pushes one, by plain loads and stores, within a quota. Threads without an
 *       endpoint share the arena's stripes ({@code Stripes}), at least two per processor. The thread's id finds a
 *       stripe, and one atomic exchange locks it for a pop, a push or a refill. If another thread has
 *       locked it, the thread tries the next stripe, then the shards.
 *   <li><b>The shards</b> ({@code ShardIndex}, {@code Marks}, {@code ShardLeaf}). An empty stack is filled from a shard
 *       with a free buffer: a bitmap of marks leads to it, without a lock. Endpoints search from the lowest shard, each
 *       stripe from a shard of its own. A shard's word has a bit for each free slot. Slots are taken and returned by
 *       one compare-and-set, which also orders the memory of the thread that releases a buffer before that of the one
 *       that acquires it. If no shard has a free buffer, half of another stripe's are taken.
 *   <li><b>Growth</b> ({@code Shards}, {@code ShardPieces}). If no stripe has one either, one
 *       thread at a time asks the {@link org.rpcrdma.arena.GrowthListener}, allocates memory and has a {@link
 *       org.rpcrdma.arena.mapper.ShardMapper} map it; then it sets the word and its marks. A failure leaves all as
 *       before. At the limit the stripes are locked and drained into the shards ({@code CentralFreeList}); acquiring
 *       fails only if that finds nothing, and nothing was released meanwhile.
 *   <li><b>The release</b> ({@code ShardIndex}, {@code BufferHolds}). One comparison of the handle with the state
 *       ends the only hold of a buffer with nothing special to it. Several holds, a posted Receive or a wrong handle
 *       make it fail, and are looked at closely. The buffer goes to a stack; from a full stack the lower half goes to
 *       the shards.
 *   <li><b>Shrinking</b> ({@code ShardAging}, {@code ShardSweep}). Once per period the stripes, and endpoints with
 *       their next use, return the buffers that were not touched in the period: those below a low-water mark. A shard
 *       that nobody used for a period is taken whole, unmapped, and its memory freed.
 *   <li><b>Closing</b> ({@code CentralFreeList}). The stripes are drained and stay locked, and each word is closed by
 *       its sign bit: it gives nothing out and takes buffers back. If every buffer is there, the shards are unmapped;
 *       if not, close opens words and stripes again, and closeWhenReturned leaves the rest to the last release.
 * </ol>
 *
 * <h2>Who owns a buffer</h2>
 *
 * <p>A free buffer belongs to the one place that has it: a word or a stack. A buffer that is out belongs to those who
 * know its handle, and its state counts their holds; each may end one, and the last one frees the buffer. An endpoint
 * counts the buffers on its stack and those out through it, and is recorded next to the state of each. If such a buffer
 * is released elsewhere, the thread that clears the endpoint there, by compare-and-set, tells it.
 *
 * <p>The stacks ({@code cache}) know the shards ({@code index}) only as a {@code FreeList}; holders are recorded in
 * {@code leak}; JDK Flight Recorder has the events {@code org.rpcrdma.Arena*}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.arena;
