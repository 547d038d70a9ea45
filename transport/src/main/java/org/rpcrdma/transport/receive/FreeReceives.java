// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

import java.util.Arrays;
import java.util.function.Consumer;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.LeakDetection;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.ReceiveRequests;

/**
 * The free buffers of a receive queue, last freed first, and how they get into it and out of it.
 *
 * <pre>
 *   free ---- post ----> posted ---- completed ----> its message is read ---- release ----> free
 * </pre>
 *
 * <p>The arena is notified of posted buffers if it catches races, from {@link LeakDetection#ADVANCED} on. Below that
 * level it is not: only the owner gives these buffers back, and a notification costs two atomic operations a message,
 * each behind the stores of a whole payload.
 */
final class FreeReceives {
    private static final long[] NONE = {};
    private static final int LEAST_ROOM = 8;

    private final ReceiveArena arena;
    private final MemoryAllocator memory;
    private final Consumer<ReceiveRequests> queue;
    private final boolean notesPosted;
    private final int capacity;
    /** It grows up to the capacity, and is cut once the first Receives are posted: most do not come back at once. */
    private long[] free;

    private int freeCount;
    private int posted;

    /** For so many buffers at most; a queue pair or shared receive queue takes the chains. */
    FreeReceives(
            final ReceiveArena arena,
            final MemoryAllocator memory,
            final Consumer<ReceiveRequests> queue,
            final int capacity) {
        this.arena = arena;
        this.memory = memory;
        this.queue = queue;
        notesPosted = arena.leakDetection().compareTo(LeakDetection.ADVANCED) >= 0;
        this.capacity = capacity;
        free = NONE;
    }

    int freeCount() {
        return freeCount;
    }

    /** Returns the number of Receives that are posted, or whose messages were not polled yet. */
    int posted() {
        return posted;
    }

    void add(final long handle) {
        if (freeCount == free.length) {
            makeRoom(freeCount + 1);
        }
        free[freeCount++] = handle;
    }

    /** Adds buffers of an endpoint, up to a number or as many as it can have. */
    void acquire(final ArenaEndpoint endpoint, final int count) {
        makeRoom(freeCount + count);
        freeCount += endpoint.tryAcquire(free, freeCount, count);
    }

    private void makeRoom(final int least) {
        if (least > free.length) {
            free = Arrays.copyOf(free, Math.min(capacity, Math.max(least, Math.max(LEAST_ROOM, 2 * free.length))));
        }
    }

    /** Gives back the room that the free buffers do not need now. */
    void trim() {
        free = Arrays.copyOf(free, freeCount);
    }

    long take() {
        return free[--freeCount];
    }

    /** Posts a number of the free buffers; those that the device accepts are posted if it refuses one. */
    void post(final ReceiveRequests chain, final int count) {
        chain.clear();
        for (int i = 1; i <= count; i++) {
            arena.stage(free[freeCount - i], chain);
        }
        int accepted = count;
        try {
            queue.accept(chain);
        } catch (final PostException e) {
            accepted = e.badIndex();
            throw e;
        } finally {
            onPosted(accepted);
        }
    }

    private void onPosted(final int count) {
        for (int i = 1; notesPosted && i <= count; i++) {
            arena.notePosted(free[freeCount - i]);
        }
        freeCount -= count;
        posted += count;
    }

    void completed(final long handle) {
        if (notesPosted) {
            arena.noteCompleted(handle);
        }
        posted--;
    }

    /** Makes a message's bytes readable; the address that they are read at. */
    long read(final long handle, final int length) {
        return memory.beginRead(arena.syncForCpu(handle, length));
    }

    /** A message is done with; its buffer is free, or the endpoint's again. */
    void endRead(final long handle) {
        memory.endRead(arena.address(handle));
    }

    /** Gives a buffer back to its endpoint at the end, wherever it is; the device must be done with it. */
    void giveBack(final ArenaEndpoint endpoint, final long handle) {
        if (notesPosted && arena.isPosted(handle)) {
            arena.noteCompleted(handle);
        }
        endRead(handle);
        endpoint.release(handle);
    }
}
