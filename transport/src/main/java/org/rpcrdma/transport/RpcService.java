// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * A service that answers the calls of an {@link org.rpcrdma.transport.server.RpcRdmaServer}. The server calls it on its
 * event loop only.
 */
@FunctionalInterface
public interface RpcService {
    /**
     * Receives a complete call, whose Read chunks have been pulled. The service answers or drops it immediately or
     * later, on the server's event loop or, if it {@linkplain RpcCall#defer() defers} the call, on any thread. Without
     * deferring, it may also answer in a handler of another event loop on the same thread, such as that of a simulated
     * host's other processor: the reply is then posted immediately and costs that processor's time. In that case,
     * shards of a {@link EndpointContext#sharedArena shared arena} must not be fast-registered, because fast
     * registration waits.
     *
     * <p>The server reports an exception ({@link EndpointContext#serviceFailure}), and the connection continues. If the
     * call is neither answered nor deferred by then, the server answers it, and discards what the service has written:
     *
     * <pre>
     *   {@link RpcCall#reply} or {@link RpcCall#writeChunk} with more than fits              RDMA_ERROR, ERR_CHUNK
     *   the message is an ONC RPC call, and 24 bytes of reply fit        a reply with the accept status SYSTEM_ERR
     *   otherwise                                                        RDMA_ERROR, ERR_CHUNK
     * </pre>
     *
     * <p>The server reports and replaces in the same way an answer that the device refuses to send, such as bytes at an
     * address outside the device's memory.
     *
     * <p>Because an {@link Error} may affect more than this call, the event loop also throws it, after the connection
     * has completed its own work. If the loop continues, the connection also continues.
     *
     * @param call the call; the service owns it until it is answered.
     */
    void onCall(RpcCall call);

    /**
     * Called once when a connection has been accepted, before its first call. It runs on the event loop. The server
     * reports an exception ({@link ServiceFailureListener#onConnectionFailure}), and the connection continues.
     *
     * @param connection the connection; the service can attach an object to it ({@link RpcConnection#attach}).
     */
    default void onConnect(final RpcConnection connection) {}

    /**
     * Called once when a connection that was passed to {@link #onConnect} begins to end. It runs on the event loop. No
     * calls follow. Unanswered calls keep the connection's memory: the service should answer or drop them now; nothing
     * is sent. The server reports an exception as in {@link #onConnect}.
     *
     * @param connection the connection.
     * @param reason a description of the reason for the end, if already known.
     */
    default void onDisconnect(final RpcConnection connection, final String reason) {}
}
