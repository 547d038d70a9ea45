// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

import org.agrona.collections.LongHashSet;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.connection.ConnectionReceives;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.verbs.Timer;

/**
 * One connection's share of a server's {@link SharedReceives}. No Receives are posted specifically for the connection.
 * It holds a buffer from the time a message's Receive completes until the message is released. When the connection
 * closes, it releases only these buffers.
 */
final class ReceiveShare implements ConnectionReceives {
    final TransportConnection connection;
    private final SharedReceives shared;
    private final int queuePair;
    private final LongHashSet busy = new LongHashSet();
    private final Timer drain;
    private long taken;
    private boolean isDrained;

    ReceiveShare(final SharedReceives shared, final TransportConnection connection, final int queuePair) {
        this.shared = shared;
        this.connection = connection;
        this.queuePair = queuePair;
        drain = shared.newTimer(this);
    }

    @Override
    public void resize(final int newDepth, final int newReserved) {
        // If a peer finds no Receive, its device retries until a Receive is posted.
    }

    @Override
    public void topUp() {
        shared.topUp();
    }

    @Override
    public void completed(final long handle) {
        shared.completed(handle);
        busy.add(handle);
        taken++;
    }

    @Override
    public long read(final long handle, final int length) {
        return shared.read(handle, length);
    }

    @Override
    public void release(final long handle) {
        busy.remove(handle);
        shared.release(handle);
    }

    @Override
    public ReceiveArena arena() {
        return shared.arena();
    }

    @Override
    public void flush() {
        if (!isDrained) {
            drain.arm(SharedReceives.LAST_RECEIVE_NANOS);
        }
    }

    @Override
    public void onLastReceive() {
        shared.drain(this);
    }

    /**
     * Records that the queue pair no longer consumes Receives, and that all Receives that it consumed have been polled.
     */
    void drained() {
        isDrained = true;
        drain.cancel();
    }

    @Override
    public boolean isDrained() {
        return isDrained;
    }

    @Override
    public long totalPosted() {
        return taken;
    }

    @Override
    public long totalPosts() {
        return 0;
    }

    @Override
    public void detach() {
        drain.cancel();
        shared.detach(queuePair);
    }

    @Override
    public void close() {
        final LongHashSet.LongIterator handles = busy.iterator();
        while (handles.hasNext()) {
            shared.release(handles.nextValue());
        }
        busy.clear();
        shared.topUpQuietly();
    }
}
