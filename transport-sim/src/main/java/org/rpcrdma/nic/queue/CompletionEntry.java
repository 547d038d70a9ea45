// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

/** A completion of one work queue on its way into its completion queue; filled anew for each. */
public final class CompletionEntry {
    /** Flag of a Receive whose message was sent as solicited; polling hides it. */
    public static final int SOLICITED = 1 << 31;

    public final int queuePair;
    final WorkQueue queue;
    /** The request's place in its queue; it is free once the completion was polled. */
    long position;

    public int status;
    public int opcode;
    public int byteLength;
    /** Those of {@link org.rpcrdma.verbs.Completions}, and {@link #SOLICITED}. */
    public int flags;
    /** The immediate data, or the key that was invalidated, by the flags. */
    public int data;
    /** Number of the queue pair that sent a datagram. */
    public int source;

    /**
     * Makes an entry for the completions of a work queue.
     *
     * @param queuePair number of the queue pair that carries the requests out.
     * @param queue     where the requests were posted.
     */
    public CompletionEntry(final int queuePair, final WorkQueue queue) {
        this.queuePair = queuePair;
        this.queue = queue;
    }

    /** Fills in what every completion has; the rest becomes 0. */
    public void fill(final long newPosition, final int newStatus, final int newOpcode) {
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
        return queue.wrIds[queue.slot(position)];
    }
}
