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
     * Receives a complete call, whose Read chunks have been fetched. The service can answer or drop the call
     * immediately or later. It does so on the server's event loop or, if it {@linkplain RpcCall#defer() defers} the
     * call, on any thread. Without deferring the call, the service may also answer it in a handler of another event
     * loop on the same thread, for example the loop of another processor of a simulated host. The reply is then posted
     * immediately and uses that processor's time. In that case, shards of a {@link EndpointContext#sharedArena shared
     * arena} must not be fast-registered, because fast registration waits for a completion.
     *
     * <p>If this method throws an exception, the server reports it ({@link EndpointContext#serviceFailure}), and the
     * connection continues. If the call has been neither answered nor deferred by then, the server discards anything
     * that the service has written, and answers the call itself:
     *
     * <pre>
     *   {@link RpcCall#reply} or {@link RpcCall#writeChunk} with more than fits              RDMA_ERROR, ERR_CHUNK
     *   the message is an ONC RPC call, and 24 bytes of reply fit        a reply with the accept status SYSTEM_ERR
     *   otherwise                                                        RDMA_ERROR, ERR_CHUNK
     * </pre>
     *
     * <p>If the device refuses to send an answer, for example because the bytes are outside the device's memory, the
     * server reports and replaces the answer in the same way.
     *
     * <p>An {@link Error} may affect more than this call. Therefore, the event loop also throws it, after the
     * connection has completed its own work. If the loop continues, so does the connection.
     *
     * @param call the call; the service owns it until it is answered.
     */
    void onCall(RpcCall call);

    /**
     * Called once when a connection has been accepted, before its first call, on the event loop. If this method throws
     * an exception, the server reports it ({@link ServiceFailureListener#onConnectionFailure}), and the connection
     * continues.
     *
     * @param connection the connection; the service can attach an object to it ({@link RpcConnection#attach}).
     */
    default void onConnect(final RpcConnection connection) {}

    /**
     * Called once when a connection that was passed to {@link #onConnect} begins to end, on the event loop. No calls
     * follow. Unanswered calls still hold the connection's memory, so the service should answer or drop them now,
     * although no answer is sent. If this method throws an exception, the server reports it as in {@link #onConnect}.
     *
     * @param connection the connection.
     * @param reason     a description of the reason for the end, if already known.
     */
    default void onDisconnect(final RpcConnection connection, final String reason) {}
}
