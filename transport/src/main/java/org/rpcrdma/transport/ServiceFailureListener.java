// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;

/**
 * Takes exceptions of a service, and the reason if the device refuses to send its answer (a {@link
 * org.rpcrdma.verbs.VerbsException}). The call has been answered by then, unless the service deferred it ({@link
 * RpcService#onCall}). Called on the endpoint's event loop, which throws what the listener throws.
 */
@FunctionalInterface
public interface ServiceFailureListener {
    /** Logs a warning to {@link System.Logger}, by the name {@code org.rpcrdma.transport}. */
    ServiceFailureListener LOGGING = (remote, xid, failure) -> System.getLogger("org.rpcrdma.transport")
            .log(
                    System.Logger.Level.WARNING,
                    "the service failed: remote=" + remote + " xid=0x" + Integer.toHexString(xid),
                    failure);

    /**
     * Called when a service has thrown an exception, or its answer cannot be sent.
     *
     * @param remote  the peer of the connection that the call came by.
     * @param xid     the call's transaction id.
     * @param failure the exception.
     */
    void onServiceFailure(InetSocketAddress remote, int xid, Throwable failure);
}
