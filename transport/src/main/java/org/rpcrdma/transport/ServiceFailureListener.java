// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/**
 * Receives the exceptions of a service, and the {@link org.rpcrdma.verbs.VerbsException} if the device rejects the
 * service's answer. By then the call has been answered, unless the service deferred it ({@link RpcService#onCall}).
 * Called on the endpoint's event loop, which throws the listener's exceptions.
 */
@FunctionalInterface
public interface ServiceFailureListener {
    /** Logs a warning to {@link System.Logger}, by the name {@code org.rpcrdma.transport}. */
    ServiceFailureListener LOGGING = ServiceFailureListener::log;

    /**
     * Called when a service has thrown an exception, or its answer cannot be sent.
     *
     * @param connection the connection that the call arrived on.
     * @param xid        the call's transaction id.
     * @param failure    the exception.
     */
    void onServiceFailure(RpcConnection connection, int xid, Throwable failure);

    /**
     * Called when a service has thrown an exception in {@link RpcService#onConnect} or {@link RpcService#onDisconnect}.
     * Logs a warning by default.
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
