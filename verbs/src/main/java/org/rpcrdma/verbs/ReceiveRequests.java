// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A chain of Receives. Its owner stages the Receives and posts them with {@link QueuePair#postReceive(ReceiveRequests)}
 * or {@link SharedReceiveQueue#postReceive(ReceiveRequests)}. A device creates the chain, and the owner reuses it, so
 * that staging allocates nothing.
 */
public interface ReceiveRequests {
    /** Empties the chain. */
    void clear();

    /**
     * Returns the number of staged Receives.
     *
     * @return the number, 0 to the chain's capacity.
     */
    int size();

    /**
     * Appends a Receive with one scatter element to the chain.
     *
     * @param wrId   the id that the completion reports.
     * @param iova   the address at which the message is to be stored.
     * @param length the length in bytes.
     * @param lkey   the key that covers the buffer.
     * @throws IndexOutOfBoundsException if the chain is full.
     */
    void receive(long wrId, long iova, int length, int lkey);

    /**
     * Appends a Receive without scatter elements to the chain; {@link #sge} adds elements.
     *
     * @param wrId the id that the completion reports.
     * @throws IndexOutOfBoundsException if the chain is full.
     */
    default void receive(final long wrId) {
        throw VerbsException.unsupported("Receives with a variable number of elements");
    }

    /**
     * Adds a scatter element to the last Receive. An arriving message fills the elements in order.
     *
     * @param iova   the element's address.
     * @param length the length in bytes.
     * @param lkey   the key that covers the element.
     * @throws IndexOutOfBoundsException if the Receive has the maximum number of elements.
     */
    default void sge(final long iova, final int length, final int lkey) {
        throw VerbsException.unsupported("Receives with several elements");
    }
}
