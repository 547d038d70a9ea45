// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;

/**
 * Sends calls in the reverse direction on a server's connection (RFC 8167). The client answers them with its reverse
 * service ({@link org.rpcrdma.transport.client.RpcRdmaClient.Context#reverseService(RpcService)}). Reverse calls have
 * their own credits and transaction ids. As in Linux, they are sent inline and have no chunks. Not thread-safe; use it
 * on the server's event loop only.
 */
public interface ReverseChannel {
    /**
     * Sends a call, or queues it until a credit is available. The channel has one credit until the first reply arrives,
     * and at most two afterwards. At most 4,096 calls can be queued; further calls fail. Each call is sent only once.
     * When the connection ends, all its calls fail.
     *
     * @param message the RPC call message, which begins with its transaction id and the word 0 (CALL). The channel
     *                copies it.
     * @param offset  the offset of the first byte of the message.
     * @param length  the length in bytes, from 8 to the inline threshold minus the 28 bytes of the transport header.
     * @param handler receives the outcome on the server's event loop. If the connection has ended or too many calls are
     *                queued, the handler may be called before this method returns.
     * @throws IllegalArgumentException         if the length is out of range or the handler is null.
     * @throws IndexOutOfBoundsException        if the message extends beyond its buffer.
     * @throws org.rpcrdma.verbs.VerbsException if a send buffer is unavailable.
     */
    void call(DirectBuffer message, int offset, int length, ReplyHandler handler);

    /**
     * Returns a transaction id for the next call. The first id of a channel is random so that a client with a reply
     * cache does not mistake new calls for calls that the server sent before it restarted. In a simulation, the first
     * id is 1.
     *
     * @return the previous id plus one.
     */
    int nextXid();

    /**
     * Returns the number of calls that have been sent but whose handlers have not yet been called.
     *
     * @return the number, from 0 to the number of credits.
     */
    int callsOutstanding();

    /**
     * Returns the number of calls that are waiting for a credit.
     *
     * @return the number, 0 or more.
     */
    int callsQueued();
}
