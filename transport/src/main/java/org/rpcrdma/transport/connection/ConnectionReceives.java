// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.arena.ReceiveArena;

/**
 * The Receives of a connection: arena buffers in Receives posted on the connection's queue pair
 * ({@code ReceiveBuffers}) or on a shared receive queue ({@code ReceiveShare}).
 */
public interface ConnectionReceives {
    /**
     * Changes the number of posted Receives and of reserved buffers. If the arena lacks buffers, throws and changes
     * nothing.
     */
    void resize(int newDepth, int newReserved);

    /** Posts the Receives that are due. */
    void topUp();

    /** Records that a Receive has completed: its buffer is busy until {@link #release(long)}. */
    void completed(long handle);

    /** Returns the address of the message in a busy buffer; valid until {@link #release}. */
    long read(long handle, int length);

    /** Releases a busy buffer. */
    void release(long handle);

    /** Returns the arena of the buffers. */
    ReceiveArena arena();

    /** Records that the queue pair is in ERR: its Receives will complete. */
    void flush();

    /** Records that the queue pair, which is in ERR, no longer takes shared Receives. */
    void onLastReceive();

    /** Returns true if no further Receive will complete. */
    boolean isDrained();

    /**
     * Returns the number of Receives that were posted only for this connection, or that it used from the shared
     * Receives.
     */
    long totalPosted();

    /** Returns the number of chains of Receives posted only for this connection. */
    long totalPosts();

    /** Detaches from the queue pair, which has been destroyed together with its completions. */
    void detach();

    /** Releases all buffers; the device must no longer use them. */
    void close();
}
