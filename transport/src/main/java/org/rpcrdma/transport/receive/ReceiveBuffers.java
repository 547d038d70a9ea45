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
 * <p>A batch is posted when the Receives posted fall below the depth, which is the credits. If buffers are scarce a
 * batch waits until it is whole, but never so long that a message which the peer has a credit for would find no
 * Receive: every credit is covered by a posted Receive or used up by a busy buffer. So buffers as many as credits are
 * enough, and at least those are reserved: taken at the beginning and given back at the end. More, up to a quota, are
 * taken if a batch lacks them and the arena has them, and given back when a batch lies free.
 */
public final class ReceiveBuffers implements ConnectionReceives {
    private final ReceiveArena arena;
    private final ArenaEndpoint endpoint;
    private final PostedReceives posted;
    /** Takes a batch. */
    private final ReceiveRequests chain;

    private final long[] handles;

    private final int batch;
    private int depth;
    private int busy;
    private long totalPosted;
    private long totalPosts;

    /**
     * Takes the reserved buffers; if one is unavailable, everything is given back and the arena closed.
     *
     * @param chain Receives that are posted together later: takes a batch.
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
        handles = new long[batch];
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
     * Posts the first Receives.
     *
     * @param first a chain that takes them all.
     * @param newDepth Receives to be posted, the credits.
     */
    public void fill(final ReceiveRequests first, final int newDepth) {
        depth = newDepth;
        post(first, new long[depth], depth);
    }

    @Override
    public void topUp() {
        while (posted.count() < depth && (hasBatch() || endpoint.free() > 0 && posted.count() + busy < depth)) {
            post(chain, handles, Math.min(batch, endpoint.free()));
        }
    }

    /**
     * Returns true if a batch is free. Missing buffers are requested from the arena, which may have none to spare, once
     * for a batch of messages.
     */
    private boolean hasBatch() {
        final int more = Math.min(batch - endpoint.free(), endpoint.quota() - endpoint.buffers());
        if (more > 0 && (depth - posted.count() - 1) % batch == 0) {
            try {
                endpoint.prefetch(more);
            } catch (final VerbsException e) {
                // The arena cannot grow; the reserved buffers suffice.
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
        // The device completes each Receive that is posted.
    }

    @Override
    public void onLastReceive() {
        // No Receive is shared.
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
        // Receives of a queue pair are gone with it.
    }

    /** Gives all buffers and the arena back; the device must be done with them. */
    @Override
    public void close() {
        posted.close();
        arena.close();
    }
}
