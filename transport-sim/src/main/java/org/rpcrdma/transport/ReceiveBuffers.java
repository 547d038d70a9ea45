/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import org.agrona.collections.LongHashSet;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.LeakDetection;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * The Receives of a connection. Its buffers are taken from an arena, and are then in one of three places:
 *
 * <pre>
 *             post, in batches              message arrives
 *     free ----------------------> posted ------------------> busy
 *    ^ |^      last freed first                                  |
 *    | v+--------------------------------------------------------+
 *   arena                  the message is done with
 * </pre>
 *
 * <p>A batch is posted when the Receives posted fall below the depth, which is the credits. Where buffers are scarce a batch
 * waits until it is whole, but never so long that a message which the peer has a credit for would find no Receive: every
 * credit is covered by a posted Receive or used up by a busy buffer. So buffers as many as credits are enough, and at least
 * those are reserved: taken at the beginning and given back at the end. More, up to a quota, are taken where a batch lacks
 * them and the arena has them, and given back when a batch lies free.
 *
 * <p>The arena is told of what is posted where it catches races, from {@link LeakDetection#ADVANCED} on. Below, it is not: nobody but
 * this class gives these buffers back, and telling it is two atomic operations a message, each behind the stores of a whole payload.
 */
final class ReceiveBuffers implements ConnectionReceives {
    private final ReceiveArena arena;
    private final MemoryAllocator memory;
    private final ArenaEndpoint endpoint;
    private final QueuePair queuePair;
    private final ReceiveRequests chain;
    private final int batch;
    private final boolean notesPosted;
    private int depth;
    private int reserved;
    /** All that this connection has, wherever they are. */
    private final LongHashSet held;

    private final long[] free;
    private int freeCount;
    private int posted;
    private int busy;
    private long totalPosted;
    private long totalPosts;

    /** Takes the reserved buffers; where one is not to be had, everything is given back and the arena closed. */
    ReceiveBuffers(
            final ReceiveArena arena,
            final MemoryAllocator memory,
            final QueuePair queuePair,
            final ReceiveRequests chain,
            final int depth,
            final int batch,
            final int reserved,
            final int quota) {
        this.arena = arena;
        this.memory = memory;
        this.queuePair = queuePair;
        this.chain = chain;
        this.depth = depth;
        this.batch = batch;
        notesPosted = arena.leakDetection().compareTo(LeakDetection.ADVANCED) >= 0;
        this.reserved = reserved;
        held = new LongHashSet(quota);
        free = new long[quota];
        endpoint = open(arena, quota);
        try {
            acquire(reserved);
            while (freeCount < reserved) {
                hold(endpoint.acquire());
            }
        } catch (final RuntimeException e) {
            close();
            throw e;
        }
    }

    private static ArenaEndpoint open(final ReceiveArena arena, final int quota) {
        try {
            return arena.newEndpoint(0, quota);
        } catch (final RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private void acquire(final int count) {
        final int acquired = endpoint.tryAcquire(free, freeCount, count);
        for (int i = 0; i < acquired; i++) {
            hold(free[freeCount]);
        }
    }

    private void hold(final long handle) {
        free[freeCount++] = handle;
        held.add(handle);
    }

    @Override
    public void resize(final int newDepth, final int newReserved) {
        acquire(Math.max(0, newReserved - endpoint.inUse()));
        while (endpoint.inUse() < newReserved) {
            hold(endpoint.acquire());
        }
        depth = newDepth;
        reserved = newReserved;
        while (freeCount > 0 && endpoint.inUse() > reserved) {
            giveBack(free[--freeCount]);
        }
    }

    /** Posts the first Receives, as many as the depth. */
    void fill() {
        post(depth);
    }

    @Override
    public void topUp() {
        while (posted < depth && (hasBatch() || freeCount > 0 && posted + busy < depth)) {
            post(Math.min(batch, freeCount));
        }
    }

    /** Whether a batch is free. What lacks is asked of the arena, which may have none to spare, once for a batch of messages. */
    private boolean hasBatch() {
        final int more = Math.min(batch - freeCount, endpoint.quota() - endpoint.inUse());
        if (more > 0 && (depth - posted - 1) % batch == 0) {
            try {
                acquire(more);
            } catch (final VerbsException e) {
                // The arena cannot grow; what is reserved is enough.
                return false;
            }
        }
        return freeCount >= batch;
    }

    private void post(final int count) {
        chain.clear();
        for (int i = 1; i <= count; i++) {
            final long handle = free[freeCount - i];
            chain.receive(handle, arena.iova(handle), arena.bufferSize(), arena.lkey(handle));
        }
        int accepted = count;
        try {
            queuePair.postReceive(chain);
        } catch (final PostException e) {
            accepted = e.badIndex();
            throw e;
        } finally {
            posted(accepted);
        }
    }

    private void posted(final int count) {
        for (int i = 1; notesPosted && i <= count; i++) {
            arena.notePosted(free[freeCount - i]);
        }
        freeCount -= count;
        posted += count;
        totalPosted += count;
        totalPosts++;
    }

    @Override
    public void completed(final long handle) {
        if (notesPosted) {
            arena.noteCompleted(handle);
        }
        posted--;
        busy++;
    }

    @Override
    public long read(final long handle, final int length) {
        arena.syncForCpu(handle, length);
        return memory.beginRead(arena.address(handle));
    }

    @Override
    public void release(final long handle) {
        memory.endRead(arena.address(handle));
        busy--;
        if (freeCount >= batch && endpoint.inUse() > reserved) {
            giveBack(handle);
        } else {
            free[freeCount++] = handle;
        }
    }

    private void giveBack(final long handle) {
        held.remove(handle);
        endpoint.release(handle);
    }

    @Override
    public ReceiveArena arena() {
        return arena;
    }

    @Override
    public boolean isDrained() {
        return posted == 0;
    }

    @Override
    public long totalPosted() {
        return totalPosted;
    }

    @Override
    public long totalPosts() {
        return totalPosts;
    }

    @Override
    public void detach() {
        // Receives of a queue pair are gone with it.
    }

    /** Gives all buffers and the arena back; the device must be done with them. */
    @Override
    public void close() {
        final LongHashSet.LongIterator handles = held.iterator();
        while (handles.hasNext()) {
            final long handle = handles.nextValue();
            if (notesPosted && arena.isPosted(handle)) {
                arena.noteCompleted(handle);
            }
            memory.endRead(arena.address(handle));
            endpoint.release(handle);
        }
        held.clear();
        endpoint.close();
        arena.close();
    }
}
