// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Makes connections (the part of {@code librdmacm}). The set-up is hidden: the caller sees a stream of events on a
 * {@link ConnectionHandler}, the third of the three error domains.
 */
public interface ConnectionManager {
    /**
     * Returns the address at which peers reach the listeners of this manager.
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
     * @param port    1 to 65535.
     * @param loop    calls the handler.
     * @param handler takes each request.
     * @return the listener; closing it stops listening and leaves its connections open.
     * @throws VerbsException EADDRINUSE if another listener has the port.
     */
    AutoCloseable listen(int port, EventLoop loop, ListenHandler handler);

    /**
     * Creates a reliable connected queue pair that this manager brings to work ({@code rdma_create_qp(3)}).
     *
     * @param domain     its protection domain, of this manager's device.
     * @param attributes its queues and their sizes; of the type RC.
     * @return the queue pair, in the state INIT: Receives can be posted.
     * @throws VerbsException EINVAL if a size is beyond the device's limits.
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
     * @param remote      the listener's address.
     * @param queuePair   the queue pair that becomes this side of the connection, with Receives already posted.
     * @param parameters  private data, depths and retry counts of the request.
     * @param loop        calls the handler.
     * @param handler     takes the events: established or rejected, later disconnected.
     * @return the connection, not yet established.
     */
    Connection connect(
            InetSocketAddress remote,
            QueuePair queuePair,
            ConnectionParameters parameters,
            EventLoop loop,
            ConnectionHandler handler);

    /** Takes the connection requests that reach a listener. */
    @FunctionalInterface
    interface ListenHandler {
        /**
         * A peer requests a connection. Answer with {@link ConnectionRequest#accept} or {@link
         * ConnectionRequest#reject}, now or later on the same loop. If this method throws before it answers, the
         * request is rejected.
         *
         * @param request the request.
         */
        void onRequest(ConnectionRequest request);

        /**
         * The device was removed, and no further requests arrive. Each connection of the listener reports its own
         * disconnection. The device is released after all of its objects are closed.
         *
         * @param reason why, in words.
         */
        default void onEnd(final String reason) {}
    }
}
