// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A queue of Receives that several queue pairs share ({@code ibv_create_srq(3)}). If a queue pair fails, only the
 * Receives that this queue pair has taken from the queue complete with an error. The device then raises
 * {@link AsyncEventType#QP_LAST_WQE_REACHED}.
 */
public interface SharedReceiveQueue extends AutoCloseable {
    /**
     * Posts a chain of Receives. The chain can be reused after the call returns.
     *
     * @param chain the staged Receives.
     * @throws PostException ENOMEM if the queue is full; EINVAL if a Receive has too many elements; the exception
     *                       contains the index of the first Receive that was not posted.
     */
    void postReceive(ReceiveRequests chain);

    /**
     * Returns the maximum number of outstanding Receives.
     *
     * @return the number of Receives, at least the requested number.
     */
    int maxWr();

    /**
     * Returns the maximum number of scatter elements in a Receive.
     *
     * @return the number of elements, at least the requested number.
     */
    int maxSge();

    /**
     * Returns the armed limit.
     *
     * @return the limit; 0 if no limit is armed or the limit has been reached.
     */
    int limit();

    /**
     * Arms the limit. The device raises {@link AsyncEventType#SRQ_LIMIT_REACHED} once when the queue contains fewer
     * Receives than the limit. If this is already the case, some devices raise the event immediately, and others raise
     * it when the next Receive is taken.
     *
     * @param limit the number of Receives, 0 to {@link #maxWr()}; 0 disarms the limit.
     * @throws VerbsException EINVAL if the limit is out of range.
     */
    void armLimit(int limit);

    /**
     * Resizes the queue.
     *
     * @param maxWr the maximum number of outstanding Receives.
     * @throws VerbsException EINVAL if more Receives than the new maximum are posted, or if the device does not support
     *                        the size; EOPNOTSUPP if the device cannot resize a queue.
     */
    default void resize(final int maxWr) {
        throw VerbsException.unsupported("resizing shared receive queues");
    }

    /**
     * Destroys the queue.
     *
     * @throws VerbsException EBUSY while a queue pair uses it.
     */
    @Override
    void close();
}
