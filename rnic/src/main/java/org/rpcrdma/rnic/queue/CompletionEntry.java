// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

/**
 * A completion that is being added to a completion queue. All completions use the same entry, because one entry per
 * queue pair would evict other data from the CPU's caches.
 */
public final class CompletionEntry {
    /** The flag of a Receive whose message requested a solicited event. Polling hides this flag. */
    public static final int SOLICITED = 1 << 31;

    public int queuePair;
    WorkQueue queue;
    /** The request's position in its queue. The slot is free after the completion has been polled. */
    long position;

    public int status;
    public int opcode;
    public int byteLength;
    /** The flags of {@link org.rpcrdma.verbs.Completions}, and {@link #SOLICITED}. */
    public int flags;
    /** The immediate data or the invalidated key, depending on the flags. */
    public int data;
    /** The number of the queue pair that sent a datagram. */
    public int source;

    /** Creates an empty entry. */
    public CompletionEntry() {}

    /**
     * Sets the fields that every completion uses, and clears the others.
     *
     * @param newQueuePair the number of the queue pair that executed the request.
     * @param newQueue     the queue to which the request was posted.
     * @param newPosition  the request's position in that queue.
     */
    public void fill(
            final int newQueuePair,
            final WorkQueue newQueue,
            final long newPosition,
            final int newStatus,
            final int newOpcode) {
        queuePair = newQueuePair;
        queue = newQueue;
        position = newPosition;
        status = newStatus;
        opcode = newOpcode;
        byteLength = 0;
        flags = 0;
        data = 0;
        source = 0;
    }

    /** Returns the work request's id. */
    public long wrId() {
        return queue.wrIds.get(queue.slot(position));
    }
}
