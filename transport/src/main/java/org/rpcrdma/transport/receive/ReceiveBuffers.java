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
    private final FreeReceives receives;
    /** Takes a batch. */
    private final ReceiveRequests chain;

    private final int batch;
    private int depth;
    private int reserved;
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
            final int depth,
            final int batch,
            final int reserved,
            final int quota) {
        this.arena = arena;
        receives = new FreeReceives(arena, memory, queuePair::postReceive, quota);
        this.chain = chain;
        this.depth = depth;
        this.batch = batch;
        this.reserved = reserved;
        endpoint = open(arena, quota);
        try {
            acquireReserved();
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

    private void acquireReserved() {
        receives.acquire(endpoint, Math.max(0, reserved - endpoint.inUse()));
        while (endpoint.inUse() < reserved) {
            receives.add(endpoint.acquire());
        }
    }

    @Override
    public void resize(final int newDepth, final int newReserved) {
        final int oldReserved = reserved;
        reserved = newReserved;
        try {
            acquireReserved();
        } catch (final RuntimeException e) {
            reserved = oldReserved;
            throw e;
        }
        depth = newDepth;
        while (receives.freeCount() > 0 && endpoint.inUse() > reserved) {
            endpoint.release(receives.take());
        }
    }

    /**
     * Posts the first Receives, as many as the depth.
     *
     * @param first a chain that takes them all.
     */
    public void fill(final ReceiveRequests first) {
        post(first, depth);
        receives.trim();
    }

    @Override
    public void topUp() {
        while (receives.posted() < depth
                && (hasBatch() || receives.freeCount() > 0 && receives.posted() + busy < depth)) {
            post(chain, Math.min(batch, receives.freeCount()));
        }
    }

    /**
     * Returns true if a batch is free. Missing buffers are requested from the arena, which may have none to spare, once
     * for a batch of messages.
     */
    private boolean hasBatch() {
        final int more = Math.min(batch - receives.freeCount(), endpoint.quota() - endpoint.inUse());
        if (more > 0 && (depth - receives.posted() - 1) % batch == 0) {
            try {
                receives.acquire(endpoint, more);
            } catch (final VerbsException e) {
                // The arena cannot grow; the reserved buffers suffice.
                return false;
            }
        }
        return receives.freeCount() >= batch;
    }

    private void post(final ReceiveRequests staged, final int count) {
        final int before = receives.posted();
        try {
            receives.post(staged, count);
        } finally {
            totalPosted += receives.posted() - before;
            totalPosts++;
        }
    }

    @Override
    public void completed(final long handle) {
        receives.completed(handle);
        busy++;
    }

    @Override
    public long read(final long handle, final int length) {
        return receives.read(handle, length);
    }

    @Override
    public void release(final long handle) {
        receives.endRead(handle);
        busy--;
        if (receives.freeCount() >= batch && endpoint.inUse() > reserved) {
            endpoint.release(handle);
        } else {
            receives.add(handle);
        }
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
        return receives.posted() == 0;
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

    /** Gives back buffers that a failed device has not flushed, and messages that were handed to nobody. */
    private void giveBackUnflushed() {
        for (final long handle : endpoint.buffersOut()) {
            receives.giveBack(endpoint, handle);
        }
    }

    /** Gives all buffers and the arena back; the device must be done with them. */
    @Override
    public void close() {
        while (receives.freeCount() > 0) {
            receives.giveBack(endpoint, receives.take());
        }
        if (endpoint.inUse() > 0) {
            giveBackUnflushed();
        }
        endpoint.close();
        arena.close();
    }
}
