// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.connection.ConnectionReceives;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * The Receives of a connection. Their buffers are allocated from an arena. Each buffer is in one of three states:
 *
 * <pre>
 *             post, in batches              message arrives
 *     free ----------------------> posted ------------------> busy
 *    ^ |^      LIFO                                              |
 *    | v+--------------------------------------------------------+
 *   arena                  the message is released
 * </pre>
 *
 * <p>A batch is posted when the number of posted Receives falls below the depth, which is the number of credits. If
 * buffers are scarce, a batch waits until it is complete, unless a message for which the peer has a credit would then
 * find no Receive. Each credit has either a posted Receive or a busy buffer, so one buffer per credit suffices. These
 * buffers are reserved until the connection is being closed. If a batch needs more buffers, they are acquired from the
 * arena, up to a quota, and are released when an entire batch is free.
 */
public final class ReceiveBuffers implements ConnectionReceives {
    private final ReceiveArena arena;
    private final ArenaEndpoint endpoint;
    private final PostedReceives posted;
    /** The chain of requests used to post a batch. */
    private final ReceiveRequests chain;

    /** The handles of the batch that is being posted; created for the first batch. */
    private long[] handles;

    private final int batch;
    private int depth;
    private int busy;
    private long totalPosted;
    private long totalPosts;

    /**
     * Acquires the reserved buffers. If a buffer is unavailable, releases all of them and closes the arena.
     *
     * @param chain the chain of requests used to post subsequent batches.
     */
    public ReceiveBuffers(
            final ReceiveArena arena,
            final MemoryAllocator memory,
            final QueuePair queuePair,
            final ReceiveRequests chain,
            final int batch,
            final int reserved,
            final int quota) {
        this.arena = arena;
        this.chain = chain;
        this.batch = batch;
        endpoint = open(arena, batch, quota);
        posted = new PostedReceives(endpoint, memory, queuePair::postReceive);
        try {
            endpoint.reserve(reserved);
        } catch (final RuntimeException e) {
            close();
            throw e;
        }
    }

    private static ArenaEndpoint open(final ReceiveArena arena, final int batch, final int quota) {
        try {
            return arena.newEndpoint(batch, quota);
        } catch (final RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    @Override
    public void resize(final int newDepth, final int newReserved) {
        endpoint.reserve(newReserved);
        depth = newDepth;
    }

    /**
     * Posts the first Receives. Few buffers are free afterwards, so the arena endpoint then needs less memory.
     *
     * @param first    a chain of requests with enough space for all of these Receives.
     * @param newDepth the number of Receives to post, which equals the number of credits.
     */
    public void fill(final ReceiveRequests first, final int newDepth) {
        depth = newDepth;
        post(first, new long[depth], depth);
        endpoint.trim();
    }

    @Override
    public void topUp() {
        while (posted.count() < depth && (hasBatch() || endpoint.free() > 0 && posted.count() + busy < depth)) {
            if (handles == null) {
                handles = new long[batch];
            }
            post(chain, handles, Math.min(batch, endpoint.free()));
        }
    }

    /**
     * Returns true if enough buffers for a batch are free. If buffers are missing, requests them from the arena, at
     * most once per batch of messages, because the arena may be full.
     */
    private boolean hasBatch() {
        final int more = Math.min(batch - endpoint.free(), endpoint.quota() - endpoint.buffers());
        if (more > 0 && (depth - posted.count() - 1) % batch == 0) {
            try {
                endpoint.prefetch(more);
            } catch (final VerbsException e) {
                // The arena cannot grow, but the reserved buffers suffice.
                return false;
            }
        }
        return endpoint.free() >= batch;
    }

    private void post(final ReceiveRequests staged, final long[] room, final int count) {
        final int before = posted.count();
        try {
            posted.post(staged, room, count);
        } finally {
            totalPosted += posted.count() - before;
            totalPosts++;
        }
    }

    @Override
    public void completed(final long handle) {
        posted.completed(handle);
        busy++;
    }

    @Override
    public long read(final long handle, final int length) {
        return posted.read(handle, length);
    }

    @Override
    public void release(final long handle) {
        posted.release(handle);
        busy--;
    }

    @Override
    public ReceiveArena arena() {
        return arena;
    }

    @Override
    public void flush() {
        // The device completes every posted Receive. The buffers return to the arena instead of the endpoint's stack,
        // which would otherwise grow to hold all of them.
        endpoint.reserve(0);
    }

    @Override
    public void onLastReceive() {
        // No action is needed, because the Receives are not shared.
    }

    @Override
    public boolean isDrained() {
        return posted.count() == 0;
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
        // No action is needed, because a queue pair's Receives are discarded when the queue pair is destroyed.
    }

    /** Releases all buffers and the arena. The device must no longer use them. */
    @Override
    public void close() {
        posted.close();
        arena.close();
    }
}
