// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;

/**
 * The way back on a connection of a server: calls that the client's {@link
 * org.rpcrdma.transport.client.RpcRdmaClient.Context#reverseService(RpcService)} answers (RFC 8167). They have their
 * own credits and transaction ids, go inline and have no chunks, as in Linux. Used on the server's event loop only.
 */
public interface ReverseChannel {
    /**
     * Sends a call, or queues it until there is a credit: one before the first reply, two at most later. A call is sent
     * once; all calls end with their connection.
     *
     * @param message the RPC call message, which begins with its transaction id and the word 0 (CALL); it is copied.
     * @param offset  the first byte of the message.
     * @param length  bytes: 8 to the inline threshold less a header of 28.
     * @param handler takes the outcome, on the server's event loop; possibly before this method returns if the
     *                connection has ended.
     * @throws IllegalArgumentException if the length is out of range, or there is no handler.
     * @throws IndexOutOfBoundsException if the message is not within its buffer.
     * @throws org.rpcrdma.verbs.VerbsException if a send buffer is unavailable.
     */
    void call(DirectBuffer message, int offset, int length, ReplyHandler handler);

    /**
     * Returns a transaction id for the next call. The first id of a channel is random, so that a client that keeps
     * replies for repeated calls does not take calls of a server for those of its last run. In a simulation it is 1.
     *
     * @return one more than the last time.
     */
    int nextXid();

    /**
     * Returns the number of calls that were sent and whose handler has not been called.
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
