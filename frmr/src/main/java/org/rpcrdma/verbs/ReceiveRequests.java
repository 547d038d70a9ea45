/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.verbs;

/**
 * A chain of Receives, staged by its owner and posted with {@link QueuePair#postReceive(ReceiveRequests)} or
 * {@link SharedReceiveQueue#postReceive(ReceiveRequests)}. Made by a device and reused; staging allocates nothing.
 */
public interface ReceiveRequests {
    /** Empties the chain. */
    void clear();

    /**
     * Receives staged.
     *
     * @return 0 to the capacity it was made with.
     */
    int size();

    /**
     * Stages a Receive of one scatter element at the chain's end.
     *
     * @param wrId   comes back with its completion.
     * @param iova   where the message lands.
     * @param length bytes of room.
     * @param lkey   the key that covers the buffer.
     * @throws IndexOutOfBoundsException where the chain is full.
     */
    void receive(long wrId, long iova, int length, int lkey);

    /**
     * Stages a Receive without an element at the chain's end; {@link #sge} adds them.
     *
     * @param wrId comes back with its completion.
     * @throws IndexOutOfBoundsException where the chain is full.
     */
    default void receive(final long wrId) {
        throw Unsupported.feature("Receives of any number of elements");
    }

    /**
     * Adds a scatter element to the Receive that was staged last; a message fills them in their order.
     *
     * @param iova   where the element begins.
     * @param length bytes of room.
     * @param lkey   the key that covers it.
     * @throws IndexOutOfBoundsException where the Receive has all that the chain was made for.
     */
    default void sge(final long iova, final int length, final int lkey) {
        throw Unsupported.feature("Receives of several elements");
    }
}
