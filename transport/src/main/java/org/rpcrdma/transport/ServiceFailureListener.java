// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Receives the exceptions that a service throws. It also receives the {@link org.rpcrdma.verbs.VerbsException} if the
 * device rejects the service's answer. When the listener is called, the call has already been answered, unless the
 * service deferred it ({@link RpcService#onCall}). The listener is called on the endpoint's event loop, which rethrows
 * any exception that the listener throws.
 */
@FunctionalInterface
public interface ServiceFailureListener {
    /** Logs a warning to the {@link System.Logger} named {@code org.rpcrdma.transport}. */
    ServiceFailureListener LOGGING = ServiceFailureListener::log;

    /**
     * Called when a service has thrown an exception, or its answer cannot be sent.
     *
     * @param connection the connection on which the call arrived.
     * @param xid        the call's transaction id.
     * @param failure    the exception.
     */
    void onServiceFailure(RpcConnection connection, int xid, Throwable failure);

    /**
     * Called when {@link RpcService#onConnect} or {@link RpcService#onDisconnect} has thrown an exception. Logs a
     * warning by default.
     *
     * @param connection the connection, which is not affected.
     * @param failure    the exception.
     */
    default void onConnectionFailure(final RpcConnection connection, final Throwable failure) {
        System.getLogger("org.rpcrdma.transport")
                .log(System.Logger.Level.WARNING, "the service failed: " + connection, failure);
    }

    private static void log(final RpcConnection connection, final int xid, final Throwable failure) {
        System.getLogger("org.rpcrdma.transport")
                .log(
                        System.Logger.Level.WARNING,
                        "the service failed: " + connection + " xid=0x" + Integer.toHexString(xid),
                        failure);
    }
}
