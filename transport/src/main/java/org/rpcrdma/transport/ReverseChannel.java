// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;

/**
 * Sends calls in reverse direction on a server's connection (RFC 8167). The client's
 * {@link org.rpcrdma.transport.client.RpcRdmaClient.Context#reverseService(RpcService)} answers them. They have their
 * own credits and transaction ids, are sent inline and have no chunks, as in Linux. Not thread-safe; use it on the
 * server's event loop only.
 */
public interface ReverseChannel {
    /**
     * Sends a call, or queues it until a credit is available. There is one credit before the first reply, and at most
     * two later. At most 4,096 calls wait; a further call fails. A call is sent only once; all calls end with their
     * connection.
     *
     * @param message the RPC call message, which begins with its transaction id and the word 0 (CALL); it is copied.
     * @param offset  the first byte of the message.
     * @param length  bytes: 8 to the inline threshold less a header of 28.
     * @param handler receives the outcome, on the server's event loop; possibly before this method returns if the
     *                connection has ended or too many calls wait.
     * @throws IllegalArgumentException         if the length is out of range, or there is no handler.
     * @throws IndexOutOfBoundsException        if the message is not within its buffer.
     * @throws org.rpcrdma.verbs.VerbsException if a send buffer is unavailable.
     */
    void call(DirectBuffer message, int offset, int length, ReplyHandler handler);

    /**
     * Returns a transaction id for the next call. The first id of a channel is random, so that a client that keeps
     * replies for repeated calls does not mistake new calls for calls from the server's previous run. In a simulation
     * it is 1.
     *
     * @return the previous id plus one.
     */
    int nextXid();

    /**
     * Returns the number of calls sent whose handler is yet to be called.
     *
     * @return 0 to the credits.
     */
    int callsOutstanding();

    /**
     * Returns the number of calls that wait for a credit.
     *
     * @return 0 or more.
     */
    int callsQueued();
}
