// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.transport.EndCause;

/**
 * The figures of a server's connection. They can be read even after the connection has ended. The numbers of mappings
 * and bytes refer only to the connection's set-up. With a shared arena, a connection that finds free buffers maps no
 * memory. Not thread-safe. Read the figures on the server's event loop, which updates them, or after the server is
 * closed.
 */
public final class ServerConnectionMetrics {
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

    ServerConnectionMetrics(final long id, final InetSocketAddress remote) {
        this.id = id;
        this.remote = remote;
    }

    void beginSetup(final Supplier<ArenaFigures> arenaFigures) {
        arena = arenaFigures;
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

    /**
     * Returns the connection's number, which is the same as {@link org.rpcrdma.transport.RpcConnection#id()}.
     *
     * @return the number, 1 or more, in the order of the requests.
     */
    public long id() {
        return id;
    }

    /**
     * Returns the peer's address.
     *
     * @return the address and port of the peer.
     */
    public InetSocketAddress remote() {
        return remote;
    }

    /**
     * Returns the figures of the arena from which the connection's Receive buffers are allocated. Any thread may read
     * them.
     *
     * @return the source of the figures, which is the same for connections that share an arena; null after
     *     {@code connectionEnd} was called.
     */
    public Supplier<ArenaFigures> arena() {
        return arena;
    }

    /**
     * Returns the time required to allocate and map the Receive buffers and to post the first Receives.
     *
     * @return the time in nanoseconds, by the event loop's clock.
     */
    public long setupNanos() {
        return setupNanos;
    }

    /**
     * Returns the time required to unmap and release the Receive buffers.
     *
     * @return the time in nanoseconds, by the event loop's clock; 0 while the connection is open.
     */
    public long teardownNanos() {
        return teardownNanos;
    }

    /**
     * Returns the number of mappings created for the connection's Receive buffers.
     *
     * @return the number, 0 or more.
     */
    public long mappings() {
        return mappings;
    }

    /**
     * Returns the number of pages of iova space that these mappings cover.
     *
     * @return the number, 0 or more.
     */
    public long iovaPages() {
        return iovaPages;
    }

    /**
     * Returns the number of bytes mapped for the Receive buffers.
     *
     * @return the number, 0 or more.
     */
    public long bytesMapped() {
        return bytesMapped;
    }

    /**
     * Returns the number of bytes mapped in excess of the Receive buffers. For a shared arena, see {@link #arena()}.
     *
     * @return the number of bytes; with a shared arena, the change during set-up, which can be negative.
     */
    public long bytesWasted() {
        return bytesWasted;
    }

    /**
     * Returns the number of messages received, whether well-formed or malformed.
     *
     * @return the number, 0 or more.
     */
    public long messagesReceived() {
        return messagesReceived;
    }

    /**
     * Returns the number of Receives posted or, if Receives are shared, the number that the connection has consumed.
     *
     * @return the number, 0 or more.
     */
    public long receivesPosted() {
        return receivesPosted;
    }

    /**
     * Returns the number of chains of Receives posted; 0 if Receives are shared.
     *
     * @return the number, 0 or more.
     */
    public long receivePosts() {
        return receivePosts;
    }

    /**
     * Returns the number of replies posted.
     *
     * @return the number, 0 or more.
     */
    public long repliesSent() {
        return repliesSent;
    }

    /**
     * Returns the number of RDMA_ERROR messages posted.
     *
     * @return the number, 0 or more.
     */
    public long errorsSent() {
        return errorsSent;
    }

    /**
     * Returns the number of messages that were not answered. Either they were too short for a header, or their type
     * requires no answer, or the service dropped them.
     *
     * @return the number, 0 or more.
     */
    public long messagesDropped() {
        return messagesDropped;
    }

    /**
     * Returns the number of replies that invalidated a key of the client.
     *
     * @return the number, 0 or more.
     */
    public long invalidationsSent() {
        return invalidationsSent;
    }

    /**
     * Returns the number of times that the number of credits could not be increased because buffers were unavailable.
     *
     * @return the number, 0 or more.
     */
    public long grantsRefused() {
        return grantsRefused;
    }

    /**
     * Returns the reason why the connection ended.
     *
     * @return a description of the reason; null while the connection is open.
     */
    public String closeReason() {
        return closeReason;
    }

    /**
     * Returns the cause of the connection's end.
     *
     * @return the cause; null while the connection is open, or if it was never established.
     */
    public EndCause endCause() {
        return endCause;
    }

    /**
     * Returns the reason for the last refusal that was due to payload memory. The refused call might have needed more
     * than {@link RpcRdmaServer.Context#payloadMemory(long)} allows, so its client received ERR_CHUNK.
     *
     * @return a description of the reason, including the limit; null if no call has been refused.
     */
    public String refusal() {
        return refusal;
    }
}
