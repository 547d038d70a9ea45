// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Establishes connections, like {@code librdmacm}. It resolves addresses and routes itself, so the caller receives only
 * the events of a {@link ConnectionHandler}. These events are the third of the three error domains.
 */
public interface ConnectionManager {
    /**
     * Returns the address at which peers reach this manager's listeners.
     *
     * @return an IP address of the device.
     * @throws VerbsException ENODATA if the device has no IP address.
     */
    default InetAddress localAddress() {
        throw VerbsException.unsupported("address");
    }

    /**
     * Listens for connection requests.
     *
     * @param port    the port, 1 to 65535.
     * @param loop    the event loop that calls the handler.
     * @param handler the handler that receives each request.
     * @return the listener; closing it leaves its connections open.
     * @throws VerbsException EADDRINUSE if another listener uses the port.
     */
    AutoCloseable listen(int port, EventLoop loop, ListenHandler handler);

    /**
     * Creates a reliable connected queue pair for a connection through this manager ({@code rdma_create_qp(3)}).
     *
     * @param domain     the queue pair's protection domain, on this manager's device.
     * @param attributes the queues and their sizes; the type must be RC.
     * @return the queue pair, in state INIT: Receives can be posted.
     * @throws VerbsException EINVAL if a size exceeds the device's limits.
     */
    default QueuePair createQueuePair(final ProtectionDomain domain, final QueuePairAttributes attributes) {
        final QueuePair queuePair = domain.createQueuePair(attributes);
        try {
            queuePair.modify(new QueuePairParameters()
                    .state(QueuePairState.INIT)
                    .set(QueuePairParameter.PKEY_INDEX, 0)
                    .set(QueuePairParameter.PORT, 1)
                    .set(QueuePairParameter.ACCESS_FLAGS, Access.LOCAL_WRITE | Access.REMOTE));
        } catch (final RuntimeException e) {
            queuePair.close();
            throw e;
        }
        return queuePair;
    }

    /**
     * Requests a connection.
     *
     * @param remote     the listener's address.
     * @param queuePair  the queue pair that becomes this side of the connection, with Receives already posted.
     * @param parameters the private data, depths and retry counts to request.
     * @param loop       the event loop that calls the handler.
     * @param handler    the handler for the connection's events: established or rejected, and later disconnected.
     * @return the connection, not yet established.
     */
    Connection connect(
            InetSocketAddress remote,
            QueuePair queuePair,
            ConnectionParameters parameters,
            EventLoop loop,
            ConnectionHandler handler);

    /** Handles the connection requests that arrive at a listener. */
    @FunctionalInterface
    interface ListenHandler {
        /**
         * Called when a peer requests a connection. Answer the request with {@link ConnectionRequest#accept} or {@link
         * ConnectionRequest#reject}, either in this method or later on the same loop. If this method throws an
         * exception before the request is answered, the request is rejected.
         *
         * @param request the request.
         */
        void onRequest(ConnectionRequest request);

        /**
         * Called when the device has been removed. No further requests arrive. Each of the listener's connections
         * reports its own disconnection. The device is released after all its objects are closed.
         *
         * @param reason the reason, as text.
         */
        default void onEnd(final String reason) {}
    }
}
