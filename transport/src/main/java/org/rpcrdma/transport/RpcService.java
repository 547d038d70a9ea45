// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** What an {@link org.rpcrdma.transport.server.RpcRdmaServer} hands calls to. */
@FunctionalInterface
public interface RpcService {
    /**
     * A call has arrived whole: its Read chunks have been pulled. It is answered or dropped at once or later, on the
     * server's event loop or, where the service {@linkplain RpcCall#defer() defers} it, on any thread.
     *
     * <p>Whatever this throws is reported ({@link EndpointContext#serviceFailure}), and the connection goes on. If the call is neither
     * answered nor deferred by then, it is answered here, with nothing of the service's own answer:
     *
     * <pre>
     *   {@link RpcCall#reply} or {@link RpcCall#writeChunk} was asked for more than fits     RDMA_ERROR, ERR_CHUNK
     *   the message is an ONC RPC call, and 24 bytes of reply fit        a reply with the accept status SYSTEM_ERR
     *   otherwise                                                        RDMA_ERROR, ERR_CHUNK
     * </pre>
     *
     * <p>An answer that the device refuses to send, such as one from an address that lies in no memory of the device's, is reported and
     * replaced in the same way, whenever it was given.
     *
     * <p>An {@link Error} says that more than this call may be broken: besides, it comes out of the event loop, once the connection has
     * done its own work. If that goes on, so does the connection.
     *
     * @param call the call; the service's until it is answered.
     */
    void onCall(RpcCall call);
}
