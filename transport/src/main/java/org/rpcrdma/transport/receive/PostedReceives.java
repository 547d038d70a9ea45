// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

import java.util.function.Consumer;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.LeakDetection;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.ReceiveRequests;

/**
 * The buffers of a receive queue. They move between an endpoint's stack and the device.
 *
 * <pre>
 *   free ---- post ----> posted ---- completed ----> message is read ---- release ----> free
 * </pre>
 *
 * <p>At {@link LeakDetection#ADVANCED} and higher levels, the arena detects races and is notified of posted buffers. At
 * lower levels, it is not notified. Only the owner releases these buffers, and a notification would cost two atomic
 * operations per message, each of which must wait for the stores of an entire payload.
 */
final class PostedReceives {
    private final ArenaEndpoint endpoint;
    private final ReceiveArena arena;
    private final MemoryAllocator memory;
    private final Consumer<ReceiveRequests> queue;
    private final boolean notesPosted;
    private final boolean readsInPlace;
    private int posted;

    /**
     * Creates a queue without posted Receives.
     *
     * @param endpoint the endpoint that provides free buffers.
     * @param queue    posts a chain to a queue pair or shared receive queue.
     */
    PostedReceives(final ArenaEndpoint endpoint, final MemoryAllocator memory, final Consumer<ReceiveRequests> queue) {
        this.endpoint = endpoint;
        this.memory = memory;
        this.queue = queue;
        arena = endpoint.arena();
        readsInPlace = memory.readsInPlace();
        notesPosted = arena.leakDetection().compareTo(LeakDetection.ADVANCED) >= 0;
    }

    /** Returns the number of Receives that are posted or whose messages have not yet been polled. */
    int count() {
        return posted;
    }

    /**
     * Posts free buffers. If the device rejects a buffer, the buffers before it remain posted.
     *
     * @param handles receives the handles of the buffers.
     */
    void post(final ReceiveRequests chain, final long[] handles, final int count) {
        final int acquired = endpoint.tryAcquire(handles, 0, count);
        chain.clear();
        for (int i = acquired - 1; i >= 0; i--) {
            arena.stage(handles[i], chain);
        }
        int accepted = acquired;
        try {
            queue.accept(chain);
        } catch (final PostException e) {
            accepted = e.badIndex();
            throw e;
        } finally {
            endpoint.release(handles, 0, acquired - accepted);
            posted += accepted;
            for (int i = acquired - accepted; notesPosted && i < acquired; i++) {
                arena.notePosted(handles[i]);
            }
        }
    }

    void completed(final long handle) {
        if (notesPosted) {
            arena.noteCompleted(handle);
        }
        posted--;
    }

    /** Prepares the bytes of a message for reading, and returns the message's address. */
    long read(final long handle, final int length) {
        return memory.beginRead(arena.syncForCpu(handle, length));
    }

    /** Releases a buffer whose message is no longer needed. */
    void release(final long handle) {
        if (!readsInPlace) {
            memory.endRead(arena.address(handle));
        }
        endpoint.release(handle);
    }

    /**
     * Releases the buffers that a failed device has not flushed and the buffers of undelivered messages, then closes
     * the endpoint. The device must no longer use the buffers.
     */
    void close() {
        for (final long handle : endpoint.inUse() > 0 ? endpoint.buffersOut() : new long[0]) {
            if (notesPosted && arena.isPosted(handle)) {
                arena.noteCompleted(handle);
            }
            release(handle);
        }
        endpoint.close();
    }
}
