/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
