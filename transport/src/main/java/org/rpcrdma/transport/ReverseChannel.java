// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;

/**
 * Sends calls in reverse direction on a server's connection (RFC 8167). The client's
 * {@link org.rpcrdma.transport.client.RpcRdmaClient.Context#reverseService(RpcService)} answers them. Reverse calls
 * have their own credits and transaction ids. As in Linux, they are sent inline and have no chunks. Not thread-safe;
 * use it on the server's event loop only.
 */
public interface ReverseChannel {
    /**
     * Sends a call, or queues it until a credit is available. The channel has one credit before the first reply, and at
     * most two afterwards. At most 4,096 calls can wait; further calls fail. A call is sent only once. When the
     * connection ends, all its calls fail.
     *
     * @param message the RPC call message, which begins with its transaction id and the word 0 (CALL); it is copied.
     * @param offset  the offset of the first byte of the message.
     * @param length  the length in bytes: 8 to the inline threshold less a header of 28.
     * @param handler receives the outcome, on the server's event loop; possibly before this method returns if the
     *                connection has ended or too many calls wait.
     * @throws IllegalArgumentException         if the length is out of range, or the handler is missing.
     * @throws IndexOutOfBoundsException        if the message is not within its buffer.
     * @throws org.rpcrdma.verbs.VerbsException if a send buffer is unavailable.
     */
    void call(DirectBuffer message, int offset, int length, ReplyHandler handler);

    /**
     * Returns a transaction id for the next call. The first id of a channel is random, so that a client with a reply
     * cache does not mistake new calls for calls from the server's previous run. In a simulation it is 1.
     *
     * @return the previous id plus one.
     */
    int nextXid();

    /**
     * Returns the number of calls that were sent and whose handler has not been called.
     *
     * @return the number, 0 to the credits.
     */
    int callsOutstanding();

    /**
     * Returns the number of calls that wait for a credit.
     *
     * @return the number, 0 or more.
     */
    int callsQueued();
}
