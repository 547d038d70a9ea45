// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;

/**
 * Takes what a service throws, and why the device refuses to send what it has answered (a {@link org.rpcrdma.verbs.VerbsException}). The call has been answered by then, if nobody else is to answer it, and its connection goes on
 * ({@link RpcService#onCall}). Called on the endpoint's event loop. What it throws comes out of the loop.
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
     * A service has thrown something.
     *
     * @param remote  the other side of the connection that the call came by.
     * @param xid     the call's transaction id.
     * @param failure what was thrown.
     */
    void onServiceFailure(InetSocketAddress remote, int xid, Throwable failure);
}
