// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Takes exceptions of a service, and the reason if the device refuses to send its answer (a {@link
 * org.rpcrdma.verbs.VerbsException}). The call has been answered by then, unless the service deferred it ({@link
 * RpcService#onCall}). Called on the endpoint's event loop, which throws the listener's exceptions.
 */
@FunctionalInterface
public interface ServiceFailureListener {
    /** Logs a warning to {@link System.Logger}, by the name {@code org.rpcrdma.transport}. */
    ServiceFailureListener LOGGING = ServiceFailureListener::log;

    /**
     * Called when a service has thrown an exception, or its answer cannot be sent.
     *
     * @param connection the connection that the call came by.
     * @param xid        the call's transaction id.
     * @param failure    the exception.
     */
    void onServiceFailure(RpcConnection connection, int xid, Throwable failure);

    /**
     * Called when a service has thrown an exception at the begin or end of a connection. Logs a warning by default.
     *
     * @param connection the connection, which goes on as if nothing had been thrown.
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
