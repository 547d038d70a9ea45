// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.connection.ConnectionReceives;

/** A set of Receives that supports only resizing. */
final class FakeReceives implements ConnectionReceives {
    int depth;
    int reserved;

    /** The exception that resizing throws, or null. */
    RuntimeException failure;

    @Override
    public void resize(final int newDepth, final int newReserved) {
        if (failure != null) {
            throw failure;
        }
        depth = newDepth;
        reserved = newReserved;
    }

    @Override
    public void topUp() {}

    @Override
    public void completed(final long handle) {}

    @Override
    public long read(final long handle, final int length) {
        return 0;
    }

    @Override
    public void release(final long handle) {}

    @Override
    public ReceiveArena arena() {
        return null;
    }

    @Override
    public void flush() {}

    @Override
    public void onLastReceive() {}

    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public long totalPosted() {
        return 0;
    }

    @Override
    public long totalPosts() {
        return 0;
    }

    @Override
    public void detach() {}

    @Override
    public void close() {}
}
