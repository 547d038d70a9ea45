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
 * <h2>The way of a buffer, in ten steps</h2>
 *
 * <ol>
 *   <li><b>Its handle</b> ({@code HandleBits}, {@code StateBits}, {@code ShardGeometry}). A buffer is a number: its
 *       shard and its slot. A handle is that number, the arena's tag and the buffer's generation, which steps with
 *       each release. The buffer's state has the same generation, and counts the holds.
 *   <li><b>The thread's stack</b> ({@code ThreadCache}, found by {@code ThreadCaches}). acquire pops a handle from the
 *       stack of the calling thread, and release pushes one: plain loads and stores, no atomic operation. Another
 *       thread can take the stack away.
 *   <li><b>The endpoint's stack</b> ({@code EndpointCache}). The same for one connection, without a look-up, and with
 *       a quota. Nobody takes this stack away.
 *   <li><b>The index</b> ({@code ShardIndex}). An empty stack is refilled from the lowest shard with a free buffer:
 *       marks in a radix tree lead to it, one step a level, without a lock.
 *   <li><b>The shard's word</b> ({@code ShardLeaf}). It has a bit for each free slot. Slots are taken and given back
 *       by one compare-and-set, which also orders the memory of the thread that gave a buffer back before that of
 *       the one that takes it.
 *   <li><b>Growth</b> ({@code Shards}, {@code Slabs}, {@code ShardPieces}). If no shard has a free buffer, one thread
 *       at a time asks the {@link org.rpcrdma.arena.GrowthListener}, takes memory and has a {@link
 *       org.rpcrdma.arena.mapper.ShardMapper} map it; then it sets the word and its marks. A failure leaves all as
 *       before.
 *   <li><b>Calling in</b> ({@code CentralFreeList}, {@code LocalCaches}). At the limit the stacks of other threads are
 *       emptied into the shards. Only if that finds nothing, and nothing came back meanwhile, acquiring fails.
 *   <li><b>The release</b> ({@code BufferStates}, {@code BufferHolds}). One comparison of the handle with the state
 *       ends the only hold of a buffer with nothing special to it. Several holds, a posted Receive or a wrong handle
 *       make it fail, and are looked at closely. The buffer goes to a stack; from a full one the lower half goes to
 *       the shards.
 *   <li><b>Shrinking</b> ({@code ShardAging}, {@code ShardSweep}). A stack that was idle for a period goes to the
 *       shards, and a shard that was idle for one is taken whole, unmapped, and its memory given back.
 *   <li><b>Closing</b> ({@code CentralFreeList}). Stacks are called in, and each word is closed by its sign bit: it
 *       gives nothing out and takes buffers back. If every buffer is there, the shards are unmapped; if not, close
 *       opens the words again, and closeWhenReturned leaves the rest to the last release.
 * </ol>
 *
 * <h2>Who owns a buffer</h2>
 *
 * <p>A free buffer belongs to the one place that has it: a word or a stack. A buffer that is out belongs to those who
 * know its handle, and its state counts their holds; each may end one, and the last one gives the buffer back. An
 * endpoint counts the buffers on its stack and those out through it, and is written beside the state of each. If such
 * a buffer is released elsewhere, the thread that clears the endpoint there, by compare-and-set, tells it.
 *
 * <p>The stacks ({@code cache}) know the shards ({@code index}) only as a {@code FreeList}; holders are recorded in
 * {@code leak}; JDK Flight Recorder has the events {@code org.rpcrdma.Arena*}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.arena;
