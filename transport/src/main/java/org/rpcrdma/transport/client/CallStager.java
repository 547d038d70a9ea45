// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.transport.ClientCall;

/** Stages a call of an {@link AsyncRpcRdmaClient}. */
@FunctionalInterface
public interface CallStager {
    /**
     * Writes the RPC call message and declares the memory that the call transfers. Runs on the event loop when the
     * call's turn comes: do slow work before the call.
     *
     * @param call the call; {@link ClientCall#send} and {@link ClientCall#cancel} are reserved for the client, and
     *             throw {@link IllegalStateException}.
     * @param xid  the transaction id, big-endian in the message's first 4 bytes.
     * @return the length of the message in {@link ClientCall#message()}, in bytes; 0 if the message is elsewhere.
     */
    int stage(ClientCall call, int xid);
}
