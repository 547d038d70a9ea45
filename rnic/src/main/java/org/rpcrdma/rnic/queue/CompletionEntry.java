// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

/**
 * A completion that is being added to its completion queue. Each completion queue reuses one entry, as an entry per
 * queue pair would take up the processor's caches.
 */
public final class CompletionEntry {
    /** Flag of a Receive whose message was sent as solicited; polling hides it. */
    public static final int SOLICITED = 1 << 31;

    public int queuePair;
    WorkQueue queue;
    /** The request's place in its queue; it is free once the completion was polled. */
    long position;

    public int status;
    public int opcode;
    public int byteLength;
    /** The flags of {@link org.rpcrdma.verbs.Completions}, and {@link #SOLICITED}. */
    public int flags;
    /** The immediate data, or the key that was invalidated, by the flags. */
    public int data;
    /** Number of the queue pair that sent a datagram. */
    public int source;

    /** Creates an empty entry. */
    public CompletionEntry() {}

    /**
     * Fills in the fields of every completion; the others become 0.
     *
     * @param newQueuePair number of the queue pair that carried the request out.
     * @param newQueue     the queue that the request was posted to.
     * @param newPosition  the request's place there.
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

    /** Returns the id of the work request. */
    public long wrId() {
        return queue.wrIds.get(queue.slot(position));
    }
}
