// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ServerConnectionMetrics;

/** The figures of one connection, which the parts of the connection write. */
final class ConnectionFigures implements ServerConnectionMetrics {
    private final long id;
    private final InetSocketAddress remote;
    Supplier<ArenaFigures> arena;
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

    void beginSetup(final Supplier<ArenaFigures> ofArena) {
        arena = ofArena;
        add(-1);
    }

    void endSetup() {
        add(1);
    }

    private void add(final int sign) {
        final ArenaFigures now = arena.get();
        mappings += sign * now.mappings();
        iovaPages += sign * now.iovaPages();
        bytesMapped += sign * now.mappedBytes();
        bytesWasted += sign * now.wastedBytes();
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
    public Supplier<ArenaFigures> arena() {
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
