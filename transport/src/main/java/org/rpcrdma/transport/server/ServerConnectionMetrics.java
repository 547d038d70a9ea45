// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.transport.EndCause;

/**
 * The figures of one connection of a server, which can still be read after the connection has ended. Mappings and bytes
 * count the connection's set-up only: with a shared arena, a connection that finds free buffers maps no memory. Not
 * thread-safe: read the figures on the server's event loop, which writes them, or after the server is closed.
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
     * Returns the connection's number, the same as {@link org.rpcrdma.transport.RpcConnection#id()}.
     *
     * @return 1 or more, in the order of the requests.
     */
    public long id() {
        return id;
    }

    /**
     * Returns the peer's address.
     *
     * @return address and port.
     */
    public InetSocketAddress remote() {
        return remote;
    }

    /**
     * Returns the figures of the arena of the connection's Receive buffers. Any thread may read them.
     *
     * @return the source of the figures, the same for connections that share an arena; null after {@code connectionEnd}
     *     was called.
     */
    public Supplier<ArenaFigures> arena() {
        return arena;
    }

    /**
     * Returns the time to allocate and map the Receive buffers and to post the first Receives.
     *
     * @return nanoseconds of the event loop.
     */
    public long setupNanos() {
        return setupNanos;
    }

    /**
     * Returns the time to unmap and release the Receive buffers.
     *
     * @return nanoseconds of the event loop; 0 while the connection is open.
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
     * @return 0 or more.
     */
    public long iovaPages() {
        return iovaPages;
    }

    /**
     * Returns the number of bytes mapped for the Receive buffers.
     *
     * @return 0 or more.
     */
    public long bytesMapped() {
        return bytesMapped;
    }

    /**
     * Returns the number of bytes mapped in excess of the Receive buffers. For a shared arena see {@link #arena()}.
     *
     * @return the number of bytes; with a shared arena, the change during set-up, which may be negative.
     */
    public long bytesWasted() {
        return bytesWasted;
    }

    /**
     * Returns the number of messages received, well-formed or not.
     *
     * @return the number, 0 or more.
     */
    public long messagesReceived() {
        return messagesReceived;
    }

    /**
     * Returns the number of Receives posted; with shared Receives, the number that the connection used.
     *
     * @return the number, 0 or more.
     */
    public long receivesPosted() {
        return receivesPosted;
    }

    /**
     * Returns the number of posted chains of Receives; 0 if Receives are shared.
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
     * Returns the number of messages without an answer. They were too short for a header, were of a type that is not
     * answered, or were dropped by the service.
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
     * Returns the number of credit increases that failed for lack of buffers.
     *
     * @return the number, 0 or more.
     */
    public long grantsRefused() {
        return grantsRefused;
    }

    /**
     * Returns the reason for the connection's end.
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
     * Returns why a call was last refused for lack of payload memory. The call may have needed more than
     * {@link RpcRdmaServer.Context#payloadMemory(long)} allows. Its client got ERR_CHUNK.
     *
     * @return a description of the reason, with the limit; null if no call was refused.
     */
    public String refusal() {
        return refusal;
    }
}
