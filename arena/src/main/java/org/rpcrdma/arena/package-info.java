// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Receive buffers, grouped into shards. A shard is a block of native memory, aligned to its own size, that is mapped
 * for the device once.
 *
 * <p>A {@link org.rpcrdma.arena.ReceiveArena} hands out buffers as primitive handles, or as {@link
 * org.rpcrdma.arena.BufferLease}s. An {@link org.rpcrdma.arena.ArenaEndpoint} gives a connection access to the arena,
 * within a quota. {@link org.rpcrdma.arena.LeakDetection} determines how closely the arena records the holders of
 * buffers. {@link org.rpcrdma.arena.ArenaFigures} reports the memory and its use. <h2>A buffer's path, in seven
 * steps</h2>
 * <ol>
 * <li><b>The handle</b> ({@code HandleBits}, {@code StateBits}, {@code ShardGeometry}). A buffer's number consists of
 * its shard and its slot. A handle consists of this number, the arena's tag and the buffer's generation, which counts
 * its releases. The buffer's state contains the same generation and the number of holds.
 * <li><b>A stack</b> ({@code FreeStack}). Each endpoint has a stack ({@code EndpointStack}), which one thread uses.
 *     Within the quota, acquire pops a handle and release pushes a handle, with plain loads and stores. Threads without
 *     an endpoint share the arena's stripes ({@code Stripes}), at least two per processor. The thread's id selects a
 *     stripe, and one atomic exchange locks it for a pop, a push or a refill. If another thread has locked the stripe,
 *     the thread tries the next stripe, then the shards.
 * <li><b>The shards</b> ({@code ShardIndex}, {@code Marks}, {@code ShardLeaf}). An empty stack is refilled from a shard
 *     with a free buffer, which a bitmap of marks finds without a lock. Endpoints begin the search at the lowest shard,
 *     and each stripe begins at a different shard. A shard's word has a bit per free slot. One compare-and-set takes or
 *     returns slots, and also orders the releasing thread's memory accesses before the acquiring thread's. If no shard
 *     has a free buffer, half of another stripe's buffers are taken.
 * <li><b>Growth</b> ({@code Shards}, {@code ShardPieces}). If no stripe has a free buffer either, the arena grows, one
 * thread at a time. The thread calls the {@link org.rpcrdma.arena.GrowthListener}, allocates memory, maps it with a
 * {@link org.rpcrdma.arena.mapper.ShardMapper}, and sets the word and its marks. A failure changes nothing. At the
 * limit, the stripes are locked and drained into the shards ({@code CentralFreeList}). An acquisition fails only if
 * this finds no buffer, and no buffer was released during the search.
 * <li><b>The release</b> ({@code ShardIndex}, {@code BufferHolds}). A single comparison of the handle with the state
 *     suffices to end the only hold of a plain buffer. If the buffer has several holds or a posted Receive, or the
 *     handle is wrong, the comparison fails and the slow path handles the release. The buffer is pushed to a stack; a
 *     full stack first moves its lower half to the shards.
 * <li><b>Shrinking</b> ({@code ShardAging}, {@code ShardSweep}). Once per period, each stripe returns the buffers that
 * were not touched during the period, which are the buffers below a low-water mark. Endpoints do the same at their next
 * use. If a shard was unused for a period, all its buffers are taken, it is unmapped, and its memory is freed.
 * <li><b>Closing</b> ({@code CentralFreeList}). The stripes are drained and stay locked, and each word is closed by its
 * sign bit, so that it accepts released buffers but yields none. If every buffer is free, the shards are unmapped.
 * Otherwise, close reopens the words and stripes, while closeWhenReturned leaves the rest to the last release.
 * </ol>
 * <h2>Ownership of a buffer</h2>
 *
 * <p>A free buffer belongs to exactly one word or stack. A buffer in use belongs to the code that has its handle; its
 * state counts the holds. Each holder may end one hold, and the end of the last hold frees the buffer. An endpoint
 * counts the buffers on its stack and the buffers acquired through it. The endpoint's number is stored next to the
 * state of each of these buffers. If a buffer is released elsewhere, the thread that clears this number, by
 * compare-and-set, notifies the endpoint.
 *
 * <p>The stacks ({@code cache}) access the shards ({@code index}) only through a {@code FreeList}. The package {@code
 * leak} records holders. JDK Flight Recorder records the events {@code org.rpcrdma.Arena*}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.arena;
