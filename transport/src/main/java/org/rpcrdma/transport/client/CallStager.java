// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.transport.ClientCall;

/** Stages a call of an {@link AsyncRpcRdmaClient}. */
@FunctionalInterface
public interface CallStager {
    /**
     * Writes the RPC call message and names the memory that the call moves. Runs on the event loop when the call's turn
     * comes: do slow work ahead of the call.
     *
     * @param call the call; {@link ClientCall#send} and {@link ClientCall#cancel} are the client's, and throw an {@link
     *             IllegalStateException}.
     * @param xid  the transaction id, big-endian in the message's first 4 bytes.
     * @return bytes of {@link ClientCall#message()}; 0 if the message lies elsewhere.
     */
    int stage(ClientCall call, int xid);
}
