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

/** A completion queue: where the device reports finished work requests, in their order. */
public interface CompletionQueue extends AutoCloseable {
    /**
     * Moves finished work requests into a batch, oldest first. Allocates nothing.
     *
     * @param batch cleared, then filled up to its capacity.
     * @return how many were moved; 0 where the queue is empty.
     * @throws VerbsException ENOMEM where more completed than the queue has room for: completions are lost, the queue
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
     * @throws VerbsException EOPNOTSUPP where the device cannot tell them apart.
     */
    default void armSolicited() {
        throw Unsupported.feature("solicited events");
    }

    /**
     * Makes room for another number of completions; those that were not polled stay.
     *
     * @param entries 1 to {@link DeviceAttributes#maxCqe()}.
     * @throws VerbsException EINVAL for a number out of range, or less than there are completions; EOPNOTSUPP where
     *     the device cannot.
     */
    default void resize(final int entries) {
        throw Unsupported.feature("resizing of completion queues");
    }

    /**
     * Room for completions that were not polled yet.
     *
     * @return at least what was asked for.
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
