// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;

/**
 * The way back on a connection of a server: calls that the client's {@link org.rpcrdma.transport.client.RpcRdmaClient.Context#reverseService(RpcService)}
 * answers (RFC 8167). They have credits and transaction ids of their own, go inline and have no chunks, as with Linux. Used on
 * the server's event loop only.
 */
public interface ReverseChannel {
    /**
     * Sends a call, or queues it until a credit is there; there is one before the first reply, and at most two. There is no
     * second try: with its connection every call ends.
     *
     * @param message holds the RPC call message, which begins with its transaction id and the word 0 (CALL); it is copied.
     * @param offset  where the message begins.
     * @param length  bytes: 8 to what the inline threshold leaves beside a header of 28.
     * @param handler takes the outcome, on the server's event loop; possibly before this method returns where the connection has
     *                ended.
     * @throws IllegalArgumentException where the length is out of range, or there is no handler.
     * @throws IndexOutOfBoundsException where the message is not within its buffer.
     * @throws org.rpcrdma.verbs.VerbsException where a send buffer is not to be had.
     */
    void call(DirectBuffer message, int offset, int length, ReplyHandler handler);

    /**
     * Calls that were sent and whose handler was not called yet.
     *
     * @return 0 to the credits.
     */
    int callsOutstanding();

    /**
     * Calls that wait for a credit.
     *
     * @return 0 or more.
     */
    int callsQueued();
}
