// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.transport.ClientCall;

/** Stages a call of an {@link AsyncRpcRdmaClient}. */
@FunctionalInterface
public interface CallStager {
    /**
     * Writes the RPC call message and declares the memory that the call transfers. This method runs on the event loop
     * when the call is about to be sent. Therefore, do any slow work before you call the client.
     *
     * @param call the call. {@link ClientCall#send} and {@link ClientCall#cancel} are reserved for the client, and
     *             throw {@link IllegalStateException}.
     * @param xid  the transaction id; the first 4 bytes of the message must contain it, big-endian.
     * @return the length of the message in {@link ClientCall#message()} in bytes, or 0 if the message is elsewhere.
     */
    int stage(ClientCall call, int xid);
}
