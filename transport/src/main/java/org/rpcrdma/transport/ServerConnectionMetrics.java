// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;

/**
 * The figures of one connection of a server, which stay readable after its end. Mappings and bytes are those that its
 * set-up made: with a shared arena, a connection that finds free buffers makes none. Written by the server's event
 * loop; read them on that thread, or when the server is closed.
 */
public interface ServerConnectionMetrics {
    /**
     * Returns the connection's number at its server, which {@link RpcConnection#id()} has, too.
     *
     * @return 1 or more, in the order of the requests.
     */
    long id();

    /**
     * Returns the peer's address.
     *
     * @return address and port.
     */
    InetSocketAddress remote();

    /**
     * Returns the figures of the arena that the connection's Receive buffers come from. Any thread may read them.
     *
     * @return their source, the same for connections that share an arena; null after {@code connectionEnd} was called.
     */
    Supplier<ArenaFigures> arena();

    /**
     * Returns the time to allocate and map the Receive buffers and to post the first Receives.
     *
     * @return nanoseconds of the event loop.
     */
    long setupNanos();

    /**
     * Returns the time to unmap and release the Receive buffers.
     *
     * @return nanoseconds of the event loop; 0 while the connection is open.
     */
    long teardownNanos();

    /**
     * Returns the number of mappings made for the connection's Receive buffers.
     *
     * @return 0 or more.
     */
    long mappings();

    /**
     * Returns the pages of iova space that these mappings cover.
     *
     * @return 0 or more.
     */
    long iovaPages();

    /**
     * Returns the bytes mapped for the Receive buffers.
     *
     * @return 0 or more.
     */
    long bytesMapped();

    /**
     * Returns the bytes mapped for the Receive buffers beyond their need. For a shared arena see {@link #arena()}.
     *
     * @return bytes; with a shared arena the change that set-up made, which may be negative.
     */
    long bytesWasted();

    /**
     * Returns the number of messages received, well-formed or not.
     *
     * @return 0 or more.
     */
    long messagesReceived();

    /**
     * Returns the number of Receives posted; with shared Receives, of those that the connection took.
     *
     * @return 0 or more.
     */
    long receivesPosted();

    /**
     * Returns the number of chains that the Receives were posted in; 0 if they are shared.
     *
     * @return 0 or more.
     */
    long receivePosts();

    /**
     * Returns the number of replies posted.
     *
     * @return 0 or more.
     */
    long repliesSent();

    /**
     * Returns the number of RDMA_ERROR messages posted.
     *
     * @return 0 or more.
     */
    long errorsSent();

    /**
     * Returns the number of messages without an answer: too short for a header, of a kind that has none, or dropped by
     * the service.
     *
     * @return 0 or more.
     */
    long messagesDropped();

    /**
     * Returns the number of replies that invalidated a key of the client.
     *
     * @return 0 or more.
     */
    long invalidationsSent();

    /**
     * Returns how often the connection kept its credits because there were no buffers for more.
     *
     * @return 0 or more.
     */
    long grantsRefused();

    /**
     * Returns the reason of the connection's end.
     *
     * @return the reason in words; null while the connection is open.
     */
    String closeReason();

    /**
     * Returns the kind of that reason.
     *
     * @return the kind; null while the connection is open, and if it did not come about.
     */
    EndCause endCause();

    /**
     * Returns the reason of the last call that was refused for the payload memory that it may need ({@link
     * org.rpcrdma.transport.server.RpcRdmaServer.Context#payloadMemory(long)}). Its client got ERR_CHUNK.
     *
     * @return the reason in words, with the limit; null if no call was refused.
     */
    String refusal();
}
