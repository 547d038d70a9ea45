// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.net.InetSocketAddress;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ServerConnectionMetrics;

/** The figures of one connection, which the parts of the connection write. */
final class ConnectionFigures implements ServerConnectionMetrics {
    private final long id;
    private final InetSocketAddress remote;
    ArenaMetrics arena;
    long setupNanos;
    long teardownNanos;
    long mappings;
    long iovaPages;
    long bytesMapped;
    long bytesWasted;
    long messagesReceived;
    long receivesPosted;
    long receivePosts;
    long repliesSent;
    long errorsSent;
    long messagesDropped;
    long invalidationsSent;
    long grantsRefused;
    String closeReason;
    EndCause endCause;
    String refusal;

    ConnectionFigures(final long id, final InetSocketAddress remote) {
        this.id = id;
        this.remote = remote;
    }

    void beginSetup(final ArenaMetrics metrics) {
        arena = metrics;
        add(-1);
    }

    void endSetup() {
        add(1);
    }

    private void add(final int sign) {
        mappings += sign * arena.mappings();
        iovaPages += sign * arena.iovaPages();
        bytesMapped += sign * arena.bytesMapped();
        bytesWasted += sign * arena.bytesWasted();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public ArenaMetrics arena() {
        return arena;
    }

    @Override
    public long setupNanos() {
        return setupNanos;
    }

    @Override
    public long teardownNanos() {
        return teardownNanos;
    }

    @Override
    public long mappings() {
        return mappings;
    }

    @Override
    public long iovaPages() {
        return iovaPages;
    }

    @Override
    public long bytesMapped() {
        return bytesMapped;
    }

    @Override
    public long bytesWasted() {
        return bytesWasted;
    }

    @Override
    public long messagesReceived() {
        return messagesReceived;
    }

    @Override
    public long receivesPosted() {
        return receivesPosted;
    }

    @Override
    public long receivePosts() {
        return receivePosts;
    }

    @Override
    public long repliesSent() {
        return repliesSent;
    }

    @Override
    public long errorsSent() {
        return errorsSent;
    }

    @Override
    public long messagesDropped() {
        return messagesDropped;
    }

    @Override
    public long invalidationsSent() {
        return invalidationsSent;
    }

    @Override
    public long grantsRefused() {
        return grantsRefused;
    }

    @Override
    public String closeReason() {
        return closeReason;
    }

    @Override
    public EndCause endCause() {
        return endCause;
    }

    @Override
    public String refusal() {
        return refusal;
    }
}
