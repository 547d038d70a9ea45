// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.arena.ReceiveArena;

/**
 * The Receives of a connection: buffers of an arena, in Receives that are posted on the connection's queue pair
 * ({@code ReceiveBuffers}) or on a queue that it shares ({@code ReceiveShare}).
 */
public interface ConnectionReceives {
    /**
     * Has another number of Receives posted from now on, and other buffers reserved. If the arena does not have them,
     * it throws, and the numbers stay.
     */
    void resize(int newDepth, int newReserved);

    /** Posts the Receives that are due. */
    void topUp();

    /** A Receive is not posted any more: its buffer is busy until {@link #release(long)}. */
    void completed(long handle);

    /** Returns the address of the message that arrived in a busy buffer; valid until {@link #release}. */
    long read(long handle, int length);

    /** A busy buffer is done with. */
    void release(long handle);

    /** Returns the arena of the buffers. */
    ReceiveArena arena();

    /** Notes that the queue pair is in ERR: the Receives that it took or had posted complete. */
    void flush();

    /** The queue pair, which is in ERR, takes no more of the Receives that it shares. */
    void onLastReceive();

    /** Returns true if no Receive will complete any more. */
    boolean isDrained();

    /** Returns the number of Receives that were posted for this connection alone, or that it took of shared ones. */
    long totalPosted();

    /** Returns the number of chains that were posted for this connection alone. */
    long totalPosts();

    /** Detaches from the queue pair, which is gone with its completions. */
    void detach();

    /** Gives all buffers back; the device must be done with them. */
    void close();
}
