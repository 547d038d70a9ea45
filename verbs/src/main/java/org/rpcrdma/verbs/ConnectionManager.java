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
     * @return an IP address of the device's.
     * @throws VerbsException ENODATA if the device has none.
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
     * @return the listener; closing it ends the listening, not the connections it brought.
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
     * Asks for a connection.
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
         * A peer asks for a connection. It is answered with {@link ConnectionRequest#accept} or {@link
         * ConnectionRequest#reject}, now or later on the same loop; if this throws and has not answered, it is refused.
         *
         * @param request the request.
         */
        void onRequest(ConnectionRequest request);

        /**
         * The listening has ended by itself: its device was removed. No request follows. The listener's connections end
         * by events of their own; the device is gone when everything of it is closed.
         *
         * @param reason why, in words.
         */
        default void onEnd(final String reason) {}
    }
}
