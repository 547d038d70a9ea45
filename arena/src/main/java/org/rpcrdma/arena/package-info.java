// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Receive buffers grouped into shards: native memory, aligned to its size, that is mapped for the device once.
 *
 * <p>A {@link org.rpcrdma.arena.ReceiveArena} hands out buffers as primitive handles, or as
 * {@link org.rpcrdma.arena.BufferLease}s. An {@link org.rpcrdma.arena.ArenaEndpoint} is one connection's access to the
 * arena, with a quota. {@link org.rpcrdma.arena.LeakDetection} sets how closely the arena records the holders of
 * buffers. {@link org.rpcrdma.arena.ArenaFigures} has the memory and its use.
 * <h2>A buffer's path, in seven steps</h2>
 * <ol>
 * <li><b>The handle</b> ({@code HandleBits}, {@code StateBits}, {@code ShardGeometry}). A buffer has a number: its
 *     shard and its slot. A handle consists of that number, the arena's tag and the buffer's generation, which counts
 *     its releases. The buffer's state has the same generation, and counts the holds.
 * <li><b>A stack</b> ({@code FreeStack}). Each endpoint has a stack ({@code EndpointStack}), used by one thread:
 *     acquire pops a handle and release pushes one, by plain loads and stores, within a quota. Threads without an
 *     endpoint share the arena's stripes ({@code Stripes}), at least two per processor. The thread's id selects a
 *     stripe, and one atomic exchange locks it for a pop, a push or a refill. If another thread has locked it, the
 *     thread tries the next stripe, then the shards.
 * <li><b>The shards</b> ({@code ShardIndex}, {@code Marks}, {@code ShardLeaf}). An empty stack is refilled from a shard
 *     with a free buffer, which a bitmap of marks finds without a lock. Endpoints search from the lowest shard, each
 *     stripe from a different shard. A shard's word has a bit for each free slot. Slots are taken and returned by one
 *     compare-and-set, which also orders the releasing thread's memory accesses before the acquiring thread's. If no
 *     shard has a free buffer, half of another stripe's buffers are taken.
 * <li><b>Growth</b> ({@code Shards}, {@code ShardPieces}). If no stripe has a free buffer either, one thread at a time
 *     calls the {@link org.rpcrdma.arena.GrowthListener}, allocates memory and lets a
 *     {@link org.rpcrdma.arena.mapper.ShardMapper} map it; then it sets the word and its marks. A failure changes
 *     nothing. At the limit the stripes are locked and drained into the shards ({@code CentralFreeList}); an
 *     acquisition fails only if that finds no buffer, and no buffer was released during the search.
 * <li><b>The release</b> ({@code ShardIndex}, {@code BufferHolds}). A single comparison of the handle with the state
 *     suffices to end the only hold of a plain buffer. If the buffer has several holds or a posted Receive, or the
 *     handle is wrong, the comparison fails and the slow path handles the release. The buffer goes to a stack; a full
 *     stack first moves its lower half to the shards.
 * <li><b>Shrinking</b> ({@code ShardAging}, {@code ShardSweep}). Once per period, the stripes, and endpoints at their
 *     next use, return the buffers that were not touched in the period: the buffers below a low-water mark. A shard
 *     that was unused for a period is taken whole, unmapped, and its memory freed.
 * <li><b>Closing</b> ({@code CentralFreeList}). The stripes are drained and stay locked, and the sign bit closes each
 *     word: it hands out no buffers, but accepts released ones. If every buffer is free, the shards are unmapped. If
 *     not, close reopens words and stripes, while closeWhenReturned leaves the rest to the last release.
 * </ol>
 * <h2>Ownership of a buffer</h2>
 *
 * <p>A free buffer belongs to exactly one word or stack. A buffer in use belongs to the code that has its handle; its
 * state counts the holds. Each holder may end one hold, and the last one frees the buffer. An endpoint counts the
 * buffers on its stack and the buffers acquired through it; next to each such buffer's state is the endpoint's number.
 * If one is released elsewhere, the thread that clears the number there, by compare-and-set, notifies the endpoint.
 *
 * <p>The stacks ({@code cache}) see the shards ({@code index}) only as a {@code FreeList}. The package {@code leak}
 * records holders. JDK Flight Recorder has the events {@code org.rpcrdma.Arena*}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.arena;
