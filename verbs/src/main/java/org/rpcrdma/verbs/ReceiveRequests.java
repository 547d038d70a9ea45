// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A chain of Receives, staged by its owner and posted with {@link QueuePair#postReceive(ReceiveRequests)} or
 * {@link SharedReceiveQueue#postReceive(ReceiveRequests)}. Made by a device and reused; staging allocates nothing.
 */
public interface ReceiveRequests {
    /** Empties the chain. */
    void clear();

    /**
     * Returns Receives staged.
     *
     * @return 0 to the capacity it was made with.
     */
    int size();

    /**
     * Stages a Receive of one scatter element at the chain's end.
     *
     * @param wrId   comes back with its completion.
     * @param iova   destination of the message.
     * @param length bytes of room.
     * @param lkey   the key that covers the buffer.
     * @throws IndexOutOfBoundsException if the chain is full.
     */
    void receive(long wrId, long iova, int length, int lkey);

    /**
     * Stages a Receive without an element at the chain's end; {@link #sge} adds them.
     *
     * @param wrId comes back with its completion.
     * @throws IndexOutOfBoundsException if the chain is full.
     */
    default void receive(final long wrId) {
        throw VerbsException.unsupported("Receives of any number of elements");
    }

    /**
     * Adds a scatter element to the Receive that was staged last; a message fills them in their order.
     *
     * @param iova   start of the element.
     * @param length bytes of room.
     * @param lkey   the key that covers it.
     * @throws IndexOutOfBoundsException if the Receive has all that the chain was made for.
     */
    default void sge(final long iova, final int length, final int lkey) {
        throw VerbsException.unsupported("Receives of several elements");
    }
}
