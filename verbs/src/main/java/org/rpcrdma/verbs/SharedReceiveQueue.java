// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A queue of Receives that several queue pairs take from ({@code ibv_create_srq(3)}). A queue pair that fails takes
 * none of them with it: the Receives that it has taken are completed, then {@link AsyncEventType#QP_LAST_WQE_REACHED}
 * is raised.
 */
public interface SharedReceiveQueue extends AutoCloseable {
    /**
     * Posts a chain of Receives. The chain can be cleared and staged anew as soon as the call returns.
     *
     * @param chain the staged Receives.
     * @throws PostException ENOMEM if the queue is full, EINVAL if a Receive has too many elements; it names the
     *     first Receive that was not posted.
     */
    void postReceive(ReceiveRequests chain);

    /**
     * Returns Receives outstanding at most.
     *
     * @return at least the number asked for.
     */
    int maxWr();

    /**
     * Returns scatter elements of a Receive at most.
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
     * Arms the limit: {@link AsyncEventType#SRQ_LIMIT_REACHED} is raised once, when fewer Receives are left; if there
     * are fewer already, some devices raise it at once, others when the next one is taken.
     *
     * @param limit 0 to {@link #maxWr()}; 0 disarms.
     * @throws VerbsException EINVAL for a limit out of range.
     */
    void armLimit(int limit);

    /**
     * Makes room for another number of Receives.
     *
     * @param maxWr Receives outstanding at most.
     * @throws VerbsException EINVAL for fewer than are posted, or more than the device grants; EOPNOTSUPP if it
     *     cannot.
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
