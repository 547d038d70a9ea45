// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** A completion queue: if the device reports finished work requests, in their order. */
public interface CompletionQueue extends AutoCloseable {
    /**
     * Moves finished work requests into a batch, oldest first. Allocates nothing.
     *
     * @param batch cleared, then filled up to its capacity.
     * @return how many were moved; 0 if the queue is empty.
     * @throws VerbsException ENOMEM if more completed than the queue has room for: completions are lost, the queue
     *     and its queue pairs are of no more use.
     */
    int poll(Completions batch);

    /**
     * Asks for one event at the next completion ({@code ibv_req_notify_cq(3)}: one-shot). The queue's handler
     * is then called on its event loop.
     */
    void arm();

    /**
     * Asks for one event at the next completion that is a Receive of a message sent as solicited, or that failed.
     *
     * @throws VerbsException EOPNOTSUPP if the device cannot distinguish them.
     */
    default void armSolicited() {
        throw VerbsException.unsupported("solicited events");
    }

    /**
     * Makes room for another number of completions; those that were not polled stay.
     *
     * @param entries 1 to {@link DeviceAttributes#maxCqe()}.
     * @throws VerbsException EINVAL for a number out of range, or less than there are completions; EOPNOTSUPP if
     *     the device cannot.
     */
    default void resize(final int entries) {
        throw VerbsException.unsupported("resizing of completion queues");
    }

    /**
     * Returns room for completions that were not polled yet.
     *
     * @return at least the number asked for.
     */
    int capacity();

    /**
     * Destroys the queue.
     *
     * @throws VerbsException EBUSY while a queue pair uses it.
     */
    @Override
    void close();
}
