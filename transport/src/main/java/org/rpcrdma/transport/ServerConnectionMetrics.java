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
public interface ServerConnectionMetrics {
    /**
     * Who is on the other side.
     *
     * @return the peer's address.
     */
    InetSocketAddress remote();

    /**
     * The arena that the connection's Receive buffers are of, as it is now. Its figures may be read on any thread.
     *
     * @return the arena's metrics; null when the connection's end was told.
     */
    ArenaMetrics arena();

    /**
     * What it took to allocate and map the Receive buffers and to post the first Receives.
     *
     * @return nanoseconds of the event loop.
     */
    long setupNanos();

    /**
     * What it took to unmap the Receive buffers and to give them back.
     *
     * @return nanoseconds of the event loop; 0 while the connection is there.
     */
    long teardownNanos();

    /**
     * Mappings that were made for the connection's Receive buffers.
     *
     * @return how many.
     */
    long mappings();

    /**
     * Pages of iova space that these mappings cover.
     *
     * @return how many.
     */
    long iovaPages();

    /**
     * Bytes mapped for the Receive buffers.
     *
     * @return bytes.
     */
    long bytesMapped();

    /**
     * Bytes mapped for the Receive buffers beyond what they need. Of a shared arena {@link #arena()} tells.
     *
     * @return bytes; with a shared arena by how many set-up changed what it wastes, down as well as up.
     */
    long bytesWasted();

    /**
     * Messages received, well-formed or not.
     *
     * @return how many.
     */
    long messagesReceived();

    /**
     * Receives posted, or, where they are shared, those that the connection took.
     *
     * @return how many.
     */
    long receivesPosted();

    /**
     * Chains that the Receives were posted in; 0 where they are shared.
     *
     * @return how many.
     */
    long receivePosts();

    /**
     * Replies posted.
     *
     * @return how many.
     */
    long repliesSent();

    /**
     * RDMA_ERROR messages posted.
     *
     * @return how many.
     */
    long errorsSent();

    /**
     * Messages that got no answer: too short to be a header, of a kind that has none, or given up by the service.
     *
     * @return how many.
     */
    long messagesDropped();

    /**
     * Replies that invalidated a key of the client.
     *
     * @return how many.
     */
    long invalidationsSent();

    /**
     * Changes of the credits that did not reach this connection, since there were no buffers for them.
     *
     * @return how many.
     */
    long grantsRefused();

    /**
     * Why the connection ended.
     *
     * @return the reason in words, or null while it is there.
     */
    String closeReason();

    /**
     * Why a call was refused last for the payload memory that it may need ({@link org.rpcrdma.transport.server.RpcRdmaServer.Context#payloadMemory(long)}); its
     * client learns ERR_CHUNK.
     *
     * @return the reason in words, which names the limit, or null if none was.
     */
    String refusal();
}
