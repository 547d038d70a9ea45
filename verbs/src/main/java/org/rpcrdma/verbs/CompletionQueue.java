// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** A queue in which the device reports completed work requests, in order. */
public interface CompletionQueue extends AutoCloseable {
    /**
     * Moves completions into a batch, oldest first. Allocates nothing.
     *
     * @param batch the batch to clear and then fill, at most up to its capacity.
     * @return the number of completions moved; 0 if the queue is empty.
     * @throws VerbsException ENOMEM if the queue overran. Completions are then lost, and the queue and its queue pairs
     *                        are unusable.
     */
    int poll(Completions batch);

    /**
     * Requests one event for the next completion ({@code ibv_req_notify_cq(3)}). When the event occurs, the event loop
     * calls the queue's handler.
     */
    void arm();

    /**
     * Requests one event for the next solicited Receive or failed completion.
     *
     * @throws VerbsException EOPNOTSUPP if the device cannot distinguish these completions from others.
     */
    default void armSolicited() {
        throw VerbsException.unsupported("solicited events");
    }

    /**
     * Resizes the queue. Completions that have not been polled are kept.
     *
     * @param entries the new number of entries, 1 to {@link DeviceAttributes#maxCqe()}.
     * @throws VerbsException EINVAL if the number is out of range or less than the number of waiting completions;
     *                        EOPNOTSUPP if the device cannot resize a queue.
     */
    default void resize(final int entries) {
        throw VerbsException.unsupported("resizing completion queues");
    }

    /**
     * Returns the number of completions that the queue can hold.
     *
     * @return the number of completions, at least the requested number.
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
