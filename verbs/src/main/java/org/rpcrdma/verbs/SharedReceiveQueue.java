// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A queue of Receives that several queue pairs share ({@code ibv_create_srq(3)}). If a queue pair fails, only the
 * Receives that it has taken complete with an error; then {@link AsyncEventType#QP_LAST_WQE_REACHED} is raised.
 */
public interface SharedReceiveQueue extends AutoCloseable {
    /**
     * Posts a chain of Receives. The chain can be reused after the call returns.
     *
     * @param chain the staged Receives.
     * @throws PostException ENOMEM if the queue is full, EINVAL if a Receive has too many elements; the exception has
     *     the index of the first Receive that was not posted.
     */
    void postReceive(ReceiveRequests chain);

    /**
     * Returns the maximum number of outstanding Receives.
     *
     * @return at least the number asked for.
     */
    int maxWr();

    /**
     * Returns the maximum number of scatter elements in a Receive.
     *
     * @return at least the number asked for.
     */
    int maxSge();

    /**
     * Returns the limit that is armed.
     *
     * @return the limit, 0 if none is: it was not armed, or has been reached.
     */
    int limit();

    /**
     * Arms the limit: {@link AsyncEventType#SRQ_LIMIT_REACHED} is raised once when fewer Receives are left. If fewer
     * are left already, some devices raise it immediately, others when the next Receive is taken.
     *
     * @param limit 0 to {@link #maxWr()}; 0 disarms.
     * @throws VerbsException EINVAL for a limit out of range.
     */
    void armLimit(int limit);

    /**
     * Resizes the queue.
     *
     * @param maxWr Receives outstanding at most.
     * @throws VerbsException EINVAL for fewer than are posted, or more than the device grants; EOPNOTSUPP if the device
     *     cannot resize a queue.
     */
    default void resize(final int maxWr) {
        throw VerbsException.unsupported("resizing of shared receive queues");
    }

    /**
     * Destroys the queue.
     *
     * @throws VerbsException EBUSY while queue pairs use it that were created with it.
     */
    @Override
    void close();
}
