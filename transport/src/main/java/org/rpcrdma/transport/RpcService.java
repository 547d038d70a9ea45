// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** A service that answers the calls of an {@link org.rpcrdma.transport.server.RpcRdmaServer}. */
@FunctionalInterface
public interface RpcService {
    /**
     * Takes a call that has arrived whole: its Read chunks have been pulled. The service answers or drops it at once or
     * later, on the server's event loop or, if it {@linkplain RpcCall#defer() defers} the call, on any thread.
     * Without deferring it may also answer in a handler of another event loop that runs on the same thread, as a
     * simulated host's processors do: there the reply is posted at once and costs that processor's time. Shards of a
     * {@link EndpointContext#sharedArena shared arena} must not be fast-registered then, which is waited for.
     *
     * <p>An exception is reported ({@link EndpointContext#serviceFailure}), and the connection goes on. If the call is
     * neither answered nor deferred by then, the server answers it, with nothing of the service's own answer:
     *
     * <pre>
     *   {@link RpcCall#reply} or {@link RpcCall#writeChunk} was asked for more than fits     RDMA_ERROR, ERR_CHUNK
     *   the message is an ONC RPC call, and 24 bytes of reply fit        a reply with the accept status SYSTEM_ERR
     *   otherwise                                                        RDMA_ERROR, ERR_CHUNK
     * </pre>
     *
     * <p>An answer that the device refuses to send, such as one from an address outside the device's memory, is
     * reported and replaced in the same way, whenever it was given.
     *
     * <p>An {@link Error} may concern more than this call: the event loop throws it, too, once the connection has done
     * its own work. If the loop goes on, so does the connection.
     *
     * @param call the call; the service's until it is answered.
     */
    void onCall(RpcCall call);

    /**
     * Called once when a connection has been accepted, before its first call; on the event loop. An exception is
     * reported ({@link ServiceFailureListener#onConnectionFailure}), and the connection goes on.
     *
     * @param connection the connection; the service can attach an object of its own ({@link RpcConnection#attach}).
     */
    default void onConnect(final RpcConnection connection) {}

    /**
     * Called once for every connection of {@link #onConnect}, when it has begun to end, on the event loop. No call
     * comes after it. Calls that the service still has keep the connection's memory: the service should answer or drop
     * them now; nothing is sent. An exception is reported as in {@link #onConnect}.
     *
     * @param connection the connection.
     * @param reason     the reason of the end in words, as far as known by now.
     */
    default void onDisconnect(final RpcConnection connection, final String reason) {}
}
