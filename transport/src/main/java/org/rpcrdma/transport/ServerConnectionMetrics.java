// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import org.rpcrdma.arena.ArenaMetrics;

/**
 * Figures of one connection of a server; they stay readable after it has ended. What mappings it made, or
 * bytes, is what its set-up made: where connections share an arena, one that finds free buffers there makes none. Written by the server's event loop; read it on that thread, or when the
 * server is closed.
 */
public final class ServerConnectionMetrics {
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
    String refusal;

    ServerConnectionMetrics(final InetSocketAddress remote) {
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

    /**
     * Who is on the other side.
     *
     * @return the peer's address.
     */
    public InetSocketAddress remote() {
        return remote;
    }

    /**
     * The arena that the connection's Receive buffers are of, as it is now. Its figures may be read on any thread.
     *
     * @return the arena's metrics; null when the connection's end was told.
     */
    public ArenaMetrics arena() {
        return arena;
    }

    /**
     * What it took to allocate and map the Receive buffers and to post the first Receives.
     *
     * @return nanoseconds of the event loop.
     */
    public long setupNanos() {
        return setupNanos;
    }

    /**
     * What it took to unmap the Receive buffers and to give them back.
     *
     * @return nanoseconds of the event loop; 0 while the connection is there.
     */
    public long teardownNanos() {
        return teardownNanos;
    }

    /**
     * Mappings that were made for the connection's Receive buffers.
     *
     * @return how many.
     */
    public long mappings() {
        return mappings;
    }

    /**
     * Pages of iova space that these mappings cover.
     *
     * @return how many.
     */
    public long iovaPages() {
        return iovaPages;
    }

    /**
     * Bytes mapped for the Receive buffers.
     *
     * @return bytes.
     */
    public long bytesMapped() {
        return bytesMapped;
    }

    /**
     * Bytes mapped for the Receive buffers beyond what they need. Of a shared arena {@link #arena()} tells.
     *
     * @return bytes; with a shared arena by how many set-up changed what it wastes, down as well as up.
     */
    public long bytesWasted() {
        return bytesWasted;
    }

    /**
     * Messages received, well-formed or not.
     *
     * @return how many.
     */
    public long messagesReceived() {
        return messagesReceived;
    }

    /**
     * Receives posted, or, where they are shared, those that the connection took.
     *
     * @return how many.
     */
    public long receivesPosted() {
        return receivesPosted;
    }

    /**
     * Chains that the Receives were posted in; 0 where they are shared.
     *
     * @return how many.
     */
    public long receivePosts() {
        return receivePosts;
    }

    /**
     * Replies posted.
     *
     * @return how many.
     */
    public long repliesSent() {
        return repliesSent;
    }

    /**
     * RDMA_ERROR messages posted.
     *
     * @return how many.
     */
    public long errorsSent() {
        return errorsSent;
    }

    /**
     * Messages that got no answer: too short to be a header, of a kind that has none, or given up by the service.
     *
     * @return how many.
     */
    public long messagesDropped() {
        return messagesDropped;
    }

    /**
     * Replies that invalidated a key of the client.
     *
     * @return how many.
     */
    public long invalidationsSent() {
        return invalidationsSent;
    }

    /**
     * Changes of the credits that did not reach this connection, since there were no buffers for them.
     *
     * @return how many.
     */
    public long grantsRefused() {
        return grantsRefused;
    }

    /**
     * Why the connection ended.
     *
     * @return the reason in words, or null while it is there.
     */
    public String closeReason() {
        return closeReason;
    }

    /**
     * Why a call was refused last for the payload memory that it may need ({@link RpcRdmaServer.Context#payloadMemory(long)}); its
     * client learns ERR_CHUNK.
     *
     * @return the reason in words, which names the limit, or null if none was.
     */
    public String refusal() {
        return refusal;
    }
}
